-- A mail of ours that came back by the store's own forwarding: it becomes no ticket.
alter table mail_log drop constraint mail_log_state_check;
alter table mail_log add constraint mail_log_state_check
  check (state in ('received', 'ticket_created', 'reply_added', 'duplicate', 'auto_reply', 'bounce', 'loop_stopped',
    'quarantined', 'failed', 'forwarding_test')) not valid;
alter table mail_log validate constraint mail_log_state_check;
-- The account, code and link of Gmail's question whether mail may be forwarded here.
alter table mail_log add column forwarding_confirmation jsonb;
create index mail_log_confirmations on mail_log (client_id, received_at desc) where forwarding_confirmation is not null;

-- Mails that were sent to an address of the store's, to see whether its forwarding brings them back.
create table forwarding_probes (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  -- 'check' asks whether the address is the store's own, 'test' only whether its mail comes here.
  purpose text not null check (purpose in ('test', 'check')),
  address text not null check (address = lower(address) and char_length(address) <= 320),
  mail_id uuid not null,
  asked_by uuid,
  created_at timestamptz(3) not null default now(),
  -- The first time that it came back, as itself or inside a mail of whoever forwarded it.
  returned_at timestamptz(3),
  returned_as text check (returned_as in ('itself', 'forward')),
  returned_mail_id uuid,
  arrivals int not null default 0,
  -- What a mail server said that did not deliver it.
  bounced_at timestamptz(3),
  bounce_mail_id uuid,
  -- How a check ended.
  ended_as text check (ended_as in ('verified', 'taken', 'cancelled')),
  primary key (client_id, id),
  foreign key (client_id, mail_id) references outgoing_mails (client_id, id) on delete cascade,
  foreign key (client_id, asked_by) references users (client_id, id) on delete set null (asked_by),
  foreign key (client_id, returned_mail_id) references mail_log (client_id, id) on delete set null (returned_mail_id),
  foreign key (client_id, bounce_mail_id) references mail_log (client_id, id) on delete set null (bounce_mail_id),
  check ((returned_at is null) = (returned_as is null)),
  check (purpose = 'check' or ended_as is null)
);
create index forwarding_probes_newest on forwarding_probes (client_id, created_at desc);
create index forwarding_probes_mail on forwarding_probes (client_id, mail_id);
create index forwarding_probes_asked_by on forwarding_probes (client_id, asked_by);
create index forwarding_probes_returned_mail on forwarding_probes (client_id, returned_mail_id);
create index forwarding_probes_bounce_mail on forwarding_probes (client_id, bounce_mail_id);
call protect_tenant_table('forwarding_probes');
