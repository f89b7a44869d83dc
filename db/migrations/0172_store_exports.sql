-- All of a store as one file, which an admin asked for: its bytes lie in pieces, and both go after some days.
create table store_exports (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  asked_by uuid,
  asked_at timestamptz(3) not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'writing', 'ready', 'failed')),
  -- Of a hundred.
  progress smallint not null default 0 check (progress between 0 and 100),
  size bigint not null default 0 check (size >= 0),
  ended_at timestamptz(3),
  fault text,
  primary key (client_id, id),
  foreign key (client_id, asked_by) references users (client_id, id) on delete set null (asked_by)
);
create unique index store_exports_one on store_exports (client_id) where state in ('waiting', 'writing');
call protect_tenant_table('store_exports');

create table store_export_chunks (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  export_id uuid not null,
  position integer not null check (position >= 0),
  bytes bytea not null check (octet_length(bytes) between 1 and 262144),
  -- Its export may be gone already: gigabytes go a part at a time.
  primary key (client_id, export_id, position)
);
-- The file is packed already.
alter table store_export_chunks alter column bytes set storage external;
call protect_tenant_table('store_export_chunks');

alter table storage_settings add column export_bytes bigint not null default 0 check (export_bytes >= 0);

-- Who writes an export says in it which tables the database has.
create table if not exists schema_functions (file text primary key, sha256 text not null, names text[] not null);
grant select on schema_migrations, schema_functions to deskhand_app;

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('new_ticket', 'customer_reply',
  'ticket_assigned', 'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice', 'snooze_ended', 'store_notice', 'store_export'));
alter table notification_preferences drop constraint notification_preferences_unwanted_check;
alter table notification_preferences add constraint notification_preferences_unwanted_check check (unwanted <@ array[
  'new_ticket', 'customer_reply', 'ticket_assigned', 'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice',
  'snooze_ended', 'store_notice', 'store_export']);
