-- That a mail may be held back, as its sender is blocked, is looked through while others go on writing.
alter table mail_log validate constraint mail_log_state_check;

-- New tickets that came so fast that people are notified of all of them at once: how many, since when and until when.
create table ticket_floods (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  began_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  tickets int not null check (tickets > 0),
  -- When it was new to everybody the last time.
  renewed_at timestamptz(3) not null,
  primary key (client_id, id)
);
create index ticket_floods_last on ticket_floods (client_id, last_at desc);
call protect_tenant_table('ticket_floods');

-- How many mails a host or network brought on a day, and since a few minutes.
alter table intake_hosts
  add column mails int not null default 0,
  add column lately int not null default 0,
  add column lately_began timestamptz(3);
-- And how many came for a store: all, and those that networks brought which it does not know.
alter table intake_days
  add column mails int not null default 0,
  add column strangers int not null default 0,
  add column lately int not null default 0,
  add column lately_began timestamptz(3),
  add column strangers_refused_at timestamptz(3);

-- Networks that bring a store its mail, as a test of its forwarding or the answers to what they brought have shown.
create table intake_networks (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  network text not null check (char_length(network) <= 64),
  known_by text not null check (known_by in ('test', 'history')),
  known_at timestamptz(3) not null default now(),
  -- What it brought on its newest day, and since a few minutes.
  day date,
  mails int not null default 0,
  lately int not null default 0,
  lately_began timestamptz(3),
  primary key (client_id, network)
);
create index intake_networks_everywhere on intake_networks (network) where known_by = 'history';
call protect_tenant_table('intake_networks');
-- Whether many stores know a network is asked by a function that tells of none of them.
create policy everywhere on intake_networks for select to current_user using (true);
