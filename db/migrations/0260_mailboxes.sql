-- Mailboxes that mail is taken from by IMAP (docs/decisions/0137).
alter table mail_log drop constraint mail_log_via_check;
alter table mail_log add constraint mail_log_via_check check (via in ('smtp', 'webhook', 'imap')) not valid;

create table mailboxes (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- Made by the screen, so that a repeated request makes no second one.
  id uuid not null,
  -- What customers write to.
  address text not null check (char_length(address) between 3 and 320 and address = lower(address)),
  host text not null check (char_length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  security text not null check (security in ('tls', 'starttls')),
  user_name text not null check (char_length(user_name) between 1 and 320),
  -- Sealed.
  password bytea not null,
  folder text not null check (char_length(folder) between 1 and 400),
  -- Mail that came to the mailbox before this day is left alone.
  taken_from date not null,
  made_by uuid,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- A UID means something only within one folder and one UIDVALIDITY (RFC 9051, section 2.3.1.1): another generation begins with another one.
  generation integer not null default 1 check (generation > 0),
  uid_validity bigint check (uid_validity > 0),
  -- Everything up to this UID was looked at.
  seen_uid bigint not null default 0 check (seen_uid >= 0),
  -- Who holds it, until when: each holder begins another epoch, and one of an earlier epoch can store nothing more.
  epoch bigint not null default 0,
  held_until timestamptz(3),
  -- When somebody is to connect next; whoever holds it has it connected.
  due_at timestamptz(3) not null default clock_timestamp(),
  -- When everything new had been taken last.
  looked_at timestamptz(3),
  -- What is wrong with it, since when, how often in a row, and whether the admins were told.
  fault text check (fault in ('host', 'unreachable', 'encryption', 'certificate', 'password', 'folder', 'protocol', 'full')),
  server_said text check (char_length(server_said) <= 300),
  failing_since timestamptz(3),
  failures integer not null default 0 check (failures >= 0),
  is_told boolean not null default false,
  -- The last count of both sides, and whether another one is asked for.
  counts boolean not null default true,
  counted_at timestamptz(3),
  counted_there integer check (counted_there >= 0),
  counted_here integer check (counted_here >= 0),
  primary key (client_id, id),
  foreign key (client_id, made_by) references users (client_id, id) on delete set null (made_by),
  check ((fault is null) = (failing_since is null)),
  check ((counted_at is null) = (counted_there is null) and (counted_at is null) = (counted_here is null))
);
create unique index mailboxes_place on mailboxes (client_id, lower(host), user_name, folder);
create index mailboxes_due on mailboxes (due_at);
create index mailboxes_made_by on mailboxes (client_id, made_by) where made_by is not null;
call protect_tenant_table('mailboxes');
-- For stores_with_due_mailboxes, which runs as the owner.
create policy due on mailboxes for select to current_user using (true);

-- What became of each mail of a mailbox, written with its bytes.
create table mailbox_mails (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  mailbox_id uuid not null,
  generation integer not null,
  uid bigint not null check (uid > 0),
  uid_validity bigint not null,
  -- taken: it is in the mail log · copy: the same bytes were taken before · own: sent from the mailbox itself · too_large: never taken ·
  -- failing: could not be read, and is tried again · unreadable: will not be tried again.
  outcome text not null check (outcome in ('taken', 'copy', 'own', 'too_large', 'failing', 'unreadable')),
  mail_log_id uuid,
  sha256 bytea check (octet_length(sha256) = 32),
  size bigint check (size >= 0),
  tries integer not null default 1 check (tries > 0),
  due_at timestamptz(3),
  seen_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, mailbox_id, generation, uid),
  foreign key (client_id, mailbox_id) references mailboxes (client_id, id) on delete cascade,
  foreign key (client_id, mail_log_id) references mail_log (client_id, id) on delete set null (mail_log_id),
  check (outcome <> 'failing' or due_at is not null),
  check (outcome <> 'taken' or sha256 is not null)
);
create index mailbox_mails_bytes on mailbox_mails (client_id, mailbox_id, sha256) where outcome = 'taken';
create index mailbox_mails_log on mailbox_mails (client_id, mail_log_id) where mail_log_id is not null;
create index mailbox_mails_left on mailbox_mails (client_id, mailbox_id, seen_at desc, uid desc) where outcome <> 'taken';
call protect_tenant_table('mailbox_mails');
