-- An address is changed where it is confirmed: by the sign-in, on the identity and the profile together.
grant update (email) on users to deskhand_auth;

-- Global: a passkey is what somebody signs in with, before a tenant is known.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references identities (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  public_key text not null,
  credential_id text not null unique check (char_length(credential_id) <= 2000),
  counter double precision not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz(3) not null default now()
);
create index passkeys_user on passkeys (user_id);
grant select, insert, update, delete on passkeys to deskhand_auth;
