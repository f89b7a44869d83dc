-- Global: the parts of the installation run for every tenant. Each process that runs one says here, again and again, that it
-- works, so that whoever asks any other process learns the truth.
create table server_parts (
  part text not null check (part in ('worker', 'receiver', 'relay')),
  process_id uuid not null,
  -- When it said anything.
  seen_at timestamptz(3) not null,
  -- When it worked last.
  worked_at timestamptz(3),
  primary key (part, process_id)
);
grant select, insert, update, delete on server_parts to deskhand_app;

-- Which plan a store would like: one row for each that was ever chosen, the latest is the wish.
create table plan_interests (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  plan text not null check (plan in ('monthly', 'lifetime')),
  chosen_by uuid,
  chosen_at timestamptz(3) not null default now(),
  primary key (client_id, plan),
  foreign key (client_id, chosen_by) references users (client_id, id) on delete set null (chosen_by)
);
call protect_tenant_table('plan_interests');
create index plan_interests_chosen_by on plan_interests (client_id, chosen_by);

-- Who no longer wants to see the first steps of the store.
create table dismissed_first_steps (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  user_id uuid not null,
  dismissed_at timestamptz(3) not null default now(),
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade
);
call protect_tenant_table('dismissed_first_steps');

-- The newest mail that went out.
create index outgoing_mails_sent on outgoing_mails (client_id, sent_at desc) where state = 'sent';
