-- Whose mail is held back: an address, or a domain with all that is below it. One that was taken off the list can be put back for a while.
create table blocked_senders (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  -- As DNS has it behind the @; one without an @ is a domain.
  sender text not null check (sender = lower(sender) and char_length(sender) between 3 and 320),
  reason text not null default '' check (char_length(reason) <= 200),
  blocked_by uuid,
  -- Stays when they are gone.
  blocked_by_name text not null,
  blocked_at timestamptz(3) not null default now(),
  mails int not null default 0,
  last_mail_at timestamptz(3),
  removed_at timestamptz(3),
  primary key (client_id, id),
  foreign key (client_id, blocked_by) references users (client_id, id) on delete set null (blocked_by)
);
create unique index blocked_senders_in_force on blocked_senders (client_id, sender) where removed_at is null;
create index blocked_senders_newest on blocked_senders (client_id, blocked_at desc, id desc) where removed_at is null;
create index blocked_senders_blocker on blocked_senders (client_id, blocked_by);
call protect_tenant_table('blocked_senders');

-- A mail that is held back, as its sender is blocked. What is there is looked through by a later migration.
alter table mail_log drop constraint mail_log_state_check;
alter table mail_log add constraint mail_log_state_check
  check (state in ('received', 'ticket_created', 'reply_added', 'duplicate', 'auto_reply', 'bounce', 'loop_stopped',
    'quarantined', 'failed', 'forwarding_test', 'blocked')) not valid;
