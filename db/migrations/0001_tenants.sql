-- Roles are made before the first migration (server/src/platform/db/roles.ts):
--   the owner        runs the migrations and nothing else
--   deskhand_app     the server's pool: owns nothing, every tenant table is closed to it until a tenant is set
--   deskhand_auth    the sign-in library's pool: sign-in tables, and the first rows of a new tenant

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

grant usage on schema public to deskhand_app, deskhand_auth;

-- The tenant of this transaction. Raises when none is set: 42704 on a fresh connection, 22P02 on a used one.
create function current_client_id() returns uuid
  language sql stable
  return current_setting('app.client_id')::uuid;

-- A time as JSON has it: ISO 8601 in UTC, to the millisecond.
create function iso(at timestamptz) returns text
  language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Closes a tenant table: only rows of the transaction's tenant exist for whoever asks, the owner included.
create procedure protect_tenant_table(target regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s using (client_id = current_setting(''app.client_id'')::uuid)
       with check (client_id = current_setting(''app.client_id'')::uuid)', target);
  execute format('grant select, insert, update, delete on %s to deskhand_app', target);
end $$;

create table clients (
  id uuid primary key,
  client_code text not null unique check (client_code ~ '^[a-hjkmnp-z2-9]{8}$'),
  store_name text not null check (char_length(store_name) between 1 and 100),
  support_email text not null unique check (support_email = lower(support_email)),
  custom_support_email text unique check (custom_support_email = lower(custom_support_email)),
  plan text not null default 'basic' check (plan in ('basic', 'monthly', 'lifetime')),
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
alter table clients enable row level security;
alter table clients force row level security;
create policy tenant on clients
  using (id = current_setting('app.client_id')::uuid) with check (id = current_setting('app.client_id')::uuid);
create policy sign_up on clients for insert to deskhand_auth with check (true);
create policy sign_up_read on clients for select to deskhand_auth using (true);
-- Upkeep goes from tenant to tenant: the owner may read every client, this function alone runs as the owner, and ids are
-- all it tells.
create policy upkeep on clients for select to current_user using (true);
create function client_ids() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select id from clients order by id;
  end;
revoke all on function client_ids from public;
grant execute on function client_ids to deskhand_app;
grant select, update on clients to deskhand_app;
grant select, insert on clients to deskhand_auth;

-- Global: an envelope recipient must be found before its tenant is known.
create table inbound_addresses (
  address text primary key check (address = lower(address) and char_length(address) <= 320),
  client_id uuid not null references clients (id) on delete cascade,
  is_verified boolean not null,
  created_at timestamptz(3) not null default now()
);
create index inbound_addresses_client on inbound_addresses (client_id);
-- Read by everybody, written by the tenant: a statement without its condition cannot end anybody else's mail.
alter table inbound_addresses enable row level security;
alter table inbound_addresses force row level security;
create policy resolve on inbound_addresses for select using (true);
create policy tenant_add on inbound_addresses for insert
  with check (client_id = current_setting('app.client_id')::uuid);
create policy tenant_remove on inbound_addresses for delete
  using (client_id = current_setting('app.client_id')::uuid);
create policy sign_up on inbound_addresses for insert to deskhand_auth with check (true);
grant select, insert, delete on inbound_addresses to deskhand_app;
grant select, insert on inbound_addresses to deskhand_auth;

-- A tenant's own support address is reachable from its first moment on.
create function make_reachable() returns trigger language plpgsql as $$
begin
  insert into inbound_addresses (address, client_id, is_verified) values (new.support_email, new.id, true);
  return null;
end $$;
create trigger clients_reachable after insert on clients for each row execute function make_reachable();
