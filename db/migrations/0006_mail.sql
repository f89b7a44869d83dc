-- Global: the raw bytes of one mail are stored once, whichever tenants it went to. A tenant sees those its log refers to.
create table raw_mails (
  id uuid primary key,
  size bigint not null check (size >= 0),
  received_at timestamptz(3) not null default now()
);
create table raw_mail_chunks (
  raw_mail_id uuid not null references raw_mails (id) on delete cascade,
  position int not null check (position >= 0),
  bytes bytea not null,
  primary key (raw_mail_id, position)
);
alter table raw_mail_chunks alter column bytes set storage external;

create table mail_log (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  raw_mail_id uuid not null references raw_mails (id),
  via text not null check (via in ('smtp', 'webhook')),
  envelope_from text not null,
  envelope_to text not null,
  state text not null default 'received' check (state in ('received', 'ticket_created', 'reply_added', 'duplicate',
    'auto_reply', 'bounce', 'loop_stopped', 'quarantined', 'failed')),
  reason text,
  fingerprint text,
  subject text,
  from_email text,
  ticket_id uuid,
  message_id uuid,
  duplicate_of uuid,
  attempts int not null default 0,
  -- An admin let it out of quarantine: the intake then overrules its doubts.
  is_released boolean not null default false,
  received_at timestamptz(3) not null default now(),
  -- When it was last put into the queue: what waits much longer than that has lost its job.
  queued_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (client_id, id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete set null (ticket_id),
  foreign key (client_id, message_id) references ticket_messages (client_id, id) on delete set null (message_id),
  foreign key (client_id, duplicate_of) references mail_log (client_id, id) on delete set null (duplicate_of),
  check ((state = 'received') = (finished_at is null)),
  check (state <> 'duplicate' or duplicate_of is not null)
);
create index mail_log_newest on mail_log (client_id, received_at desc, id desc);
create index mail_log_raw on mail_log (raw_mail_id);
create index mail_log_sender on mail_log (client_id, from_email, received_at);
-- The same message twice is one.
create unique index mail_log_once on mail_log (client_id, fingerprint)
  where state in ('ticket_created', 'reply_added', 'auto_reply', 'bounce');
call protect_tenant_table('mail_log');

alter table raw_mails enable row level security;
alter table raw_mails force row level security;
alter table raw_mail_chunks enable row level security;
alter table raw_mail_chunks force row level security;
create policy receive on raw_mails for insert with check (true);
create policy receive on raw_mail_chunks for insert with check (true);
create policy logged on raw_mails for select using (
  exists (select from mail_log where mail_log.raw_mail_id = raw_mails.id
    and mail_log.client_id = current_setting('app.client_id')::uuid));
create policy logged on raw_mail_chunks for select using (
  exists (select from mail_log where mail_log.raw_mail_id = raw_mail_chunks.raw_mail_id
    and mail_log.client_id = current_setting('app.client_id')::uuid));
grant select, insert on raw_mails, raw_mail_chunks to deskhand_app;

create table email_settings (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  sender_name text check (char_length(sender_name) between 1 and 100),
  sender_email text check (char_length(sender_email) <= 320),
  primary_color text not null default '#667eea' check (primary_color ~ '^#[0-9A-Fa-f]{6}$'),
  secondary_color text not null default '#764ba2' check (secondary_color ~ '^#[0-9A-Fa-f]{6}$'),
  signature_html text not null default '<p>Best regards,<br>Support Team</p>',
  logo_url text,
  updated_at timestamptz(3) not null default now(),
  primary key (client_id, id),
  unique (client_id)
);
call protect_tenant_table('email_settings');

-- Every mail that goes out, with what is needed to make it; the Message-ID is fixed before the first attempt.
create table outgoing_mails (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('reply', 'confirmation', 'existing_account')),
  message_id uuid,
  mail_message_id text not null check (char_length(mail_message_id) <= 998),
  to_email text not null check (char_length(to_email) <= 320),
  details jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  last_error text,
  created_at timestamptz(3) not null default now(),
  -- When it was last put into the queue: what waits much longer than all tries take has lost its job.
  queued_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  primary key (client_id, id),
  foreign key (client_id, message_id) references ticket_messages (client_id, id) on delete cascade,
  check ((kind = 'reply') = (message_id is not null)),
  check ((state = 'sent') = (sent_at is not null))
);
create unique index outgoing_mails_message_id on outgoing_mails (client_id, mail_message_id);
create index outgoing_mails_message on outgoing_mails (client_id, message_id);
create index outgoing_mails_waiting on outgoing_mails (client_id, queued_at) where state = 'queued';
call protect_tenant_table('outgoing_mails');
