-- API keys, which programs use the store's desk with, and the requests they may repeat (docs/decisions/0136).
create table api_keys (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  -- Made by the screen, so that a repeated request makes no second one.
  id uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  -- The part of the key that says which one it is. Null, with the hash, in a store that was imported: it gets a key by rotation.
  public_part text check (public_part ~ '^[0-9a-f]{16}$'),
  -- SHA-256 of the secret part: a random number of 256 bits needs no slow hash.
  secret_hash bytea check (octet_length(secret_hash) = 32),
  -- The secret before the last rotation, and until when it is still good.
  earlier_hash bytea check (octet_length(earlier_hash) = 32),
  earlier_until timestamptz(3),
  -- Permissions; empty once the maker lost all of them.
  scopes text[] not null check (cardinality(scopes) <= 100),
  -- The addresses and networks it may be used from; empty for all.
  ranges text[] not null default '{}' check (cardinality(ranges) <= 20),
  made_by uuid,
  -- Kept for the colleagues of a maker who was removed.
  maker_name text not null check (char_length(maker_name) <= 200),
  created_at timestamptz(3) not null default clock_timestamp(),
  ends_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_from text check (char_length(last_used_from) <= 100),
  primary key (client_id, id),
  foreign key (client_id, made_by) references users (client_id, id) on delete set null (made_by),
  check ((public_part is null) = (secret_hash is null)),
  check ((earlier_hash is null) = (earlier_until is null))
);
create unique index api_keys_public_part on api_keys (public_part);
create unique index api_keys_name on api_keys (client_id, lower(name)) where revoked_at is null;
create index api_keys_made_by on api_keys (client_id, made_by) where made_by is not null;
call protect_tenant_table('api_keys');
-- For api_key_of, which runs as the owner.
create policy recognise on api_keys for select to current_user using (true);

-- Writes that a key has made, by their Idempotency-Key: no personal data, as a repetition is answered by what is there now.
create table api_key_writes (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  key_id uuid not null,
  idempotency_key uuid not null,
  -- SHA-256 of what was asked, so that a key used for something else is refused.
  asked bytea not null check (octet_length(asked) = 32),
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, key_id, idempotency_key),
  foreign key (client_id, key_id) references api_keys (client_id, id) on delete cascade
);
create index api_key_writes_old on api_key_writes (client_id, created_at);
call protect_tenant_table('api_key_writes');
