-- How many bytes of mail came for a store on a day (UTC), and when further ones were first refused.
create table intake_days (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  day date not null,
  bytes bigint not null default 0,
  -- Because the store had as much as a day may bring, or one host had brought that much.
  store_refused_at timestamptz(3),
  host_refused_at timestamptz(3),
  primary key (client_id, day)
);
call protect_tenant_table('intake_days');

-- The same of each host that brings mail, whoever it is for: an address, of IPv6 its network.
create table intake_hosts (
  host text not null check (char_length(host) <= 64),
  day date not null,
  bytes bigint not null,
  primary key (host, day)
);
grant select, insert, update, delete on intake_hosts to deskhand_app;

-- The raw bytes of a mail may be gone while its entry stays: why, how large they were, and after how many days.
alter table mail_log
  alter column raw_mail_id drop not null,
  add column raw_size bigint,
  add column raw_removed text check (raw_removed in ('duplicate', 'deleted', 'expired')),
  add column raw_kept_days int;
alter table mail_log add constraint mail_log_raw_check check ((raw_mail_id is null) = (raw_removed is not null)) not valid;
alter table mail_log validate constraint mail_log_raw_check;
-- A mail that waits is still to be read.
alter table mail_log add constraint mail_log_raw_waits check (state <> 'received' or raw_mail_id is not null) not valid;
alter table mail_log validate constraint mail_log_raw_waits;
-- The copies of a mail go with it.
create index mail_log_copies on mail_log (client_id, duplicate_of) where duplicate_of is not null;
-- What is looked through for raw mail that is too old.
create index mail_log_raw_kept on mail_log (client_id, finished_at, id) where raw_mail_id is not null and finished_at is not null;

-- How long a store keeps raw mail after its tickets were closed (null for good), and how much room it takes.
create table storage_settings (
  client_id uuid not null default current_client_id() primary key references clients (id) on delete cascade,
  raw_mail_days int default 90 check (raw_mail_days between 1 and 3650),
  mail_bytes bigint not null default 0,
  attachment_bytes bigint not null default 0,
  resource_bytes bigint not null default 0,
  counted_at timestamptz(3)
);
call protect_tenant_table('storage_settings');

alter table server_parts drop constraint server_parts_part_check;
alter table server_parts add constraint server_parts_part_check check (part in ('worker', 'receiver', 'relay', 'disk'));
