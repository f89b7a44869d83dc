-- What held a mail back, where a limit did; how its words are told from others' (docs/decisions/0092); and when the admins were told that
-- its raw bytes are about to go.
alter table mail_log
  add column held_by text,
  add column likeness bytea,
  add column end_told_at timestamptz(3);
alter table mail_log add constraint mail_log_held_by_check
  check (held_by in ('alike', 'sender', 'ticket', 'automatic', 'size')) not valid;

-- Mail that a limit held back within an hour, which admins are told of once: since when and until when, and how many.
create table mail_holds (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  held_by text not null check (held_by in ('alike', 'sender', 'ticket', 'automatic', 'size')),
  began_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  mails int not null default 1 check (mails > 0),
  primary key (client_id, id)
);
create index mail_holds_newest on mail_holds (client_id, held_by, began_at desc);
call protect_tenant_table('mail_holds');

-- Who brings many people's mail: an address, or a domain with all that is below it, and how many mails it may bring within minutes.
create table shared_senders (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  -- As DNS has it behind the @; one without an @ is a domain.
  sender text not null check (sender = lower(sender) and char_length(sender) between 3 and 320),
  mails int not null check (mails between 1 and 10000),
  named_by uuid,
  -- Stays when they are gone.
  named_by_name text not null,
  named_at timestamptz(3) not null default now(),
  primary key (client_id, id),
  unique (client_id, sender),
  foreign key (client_id, named_by) references users (client_id, id) on delete set null (named_by)
);
create index shared_senders_namer on shared_senders (client_id, named_by);
call protect_tenant_table('shared_senders');

-- How often the SMTP door refused mail for a store on a day (UTC), and why: a row for each reason, whoever knocks.
create table door_refusals (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  day date not null,
  reason text not null check (reason in ('sender_address', 'recipient_address', 'unknown_recipient', 'too_large', 'limit', 'no_room')),
  times bigint not null,
  primary key (client_id, day, reason)
);
call protect_tenant_table('door_refusals');
