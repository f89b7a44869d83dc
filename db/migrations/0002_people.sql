-- The profile of a staff member in the tenant (spec part 2, section 3).
create table users (
  client_id uuid not null references clients (id) on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email) and char_length(email) <= 320),
  name text not null check (char_length(name) between 1 and 100),
  role text not null default 'agent' check (role in ('agent', 'supervisor', 'admin')),
  avatar text,
  is_active boolean not null default true,
  last_login timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (client_id, id)
);
call protect_tenant_table('users');
create policy sign_up on users for insert to deskhand_auth with check (true);
create policy sign_in on users for select to deskhand_auth using (true);
create policy sign_in_time on users for update to deskhand_auth using (true) with check (true);
grant select, insert on users to deskhand_auth;
grant update (last_login) on users to deskhand_auth;

-- Global: who signs in is known by e-mail address before the tenant is. One person, one identity, one profile.
create table identities (
  id uuid primary key,
  client_id uuid not null,
  email text not null unique check (email = lower(email) and char_length(email) <= 320),
  email_verified boolean not null default false,
  name text not null,
  image text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  foreign key (client_id, id) references users (client_id, id) on delete cascade
);
create unique index identities_profile on identities (client_id, id);

-- Global: a session's cookie is read before the tenant is known.
create table sessions (
  id uuid primary key,
  user_id uuid not null references identities (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index sessions_user on sessions (user_id);

-- Global: a sign-in (password or provider) belongs to an identity, not to a tenant.
create table accounts (
  id uuid primary key,
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references identities (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user on accounts (user_id);

-- Global: a confirmation link is followed by somebody who is not signed in.
create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index verifications_identifier on verifications (identifier);

grant select, insert, update, delete on identities, sessions, accounts, verifications to deskhand_auth;

create table audit_log (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  actor_id uuid,
  action text not null check (char_length(action) between 1 and 100),
  subject_id text,
  details jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (client_id, id),
  foreign key (client_id, actor_id) references users (client_id, id) on delete set null (actor_id)
);
create index audit_log_newest on audit_log (client_id, created_at desc);
call protect_tenant_table('audit_log');
revoke update, delete on audit_log from deskhand_app;

-- The only way from a session's cookie to its person: the owner may read profiles of every tenant, this function alone
-- runs as the owner, and it answers for one token.
create policy sign_in_lookup on users for select to current_user using (true);
create function session_of(session_token text)
  returns table (session_id uuid, expires_at timestamptz, client_id uuid, user_id uuid, email text, name text, role text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.id, s.expires_at, u.client_id, u.id, u.email, u.name, u.role
    from sessions s
    join identities i on i.id = s.user_id
    join users u on u.client_id = i.client_id and u.id = i.id
    where s.token = session_token and s.expires_at > now() and u.is_active;
  end;
revoke all on function session_of from public;
grant execute on function session_of to deskhand_app;

-- Puts off the end of a session that is in use; the application reads and writes sessions in no other way.
create function touch_session(session_token text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    update sessions set expires_at = now() + interval '30 days', updated_at = now()
    where token = session_token and expires_at > now();
  end;
revoke all on function touch_session from public;
grant execute on function touch_session to deskhand_app;

-- Web processes forget what they know of a person, and end live connections, as soon as a session ends or a profile
-- changes, however it does; they listen to this channel for events anyway.
create function tell_person_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('deskhand_events', json_build_object('personChanged', to_jsonb(old) ->> tg_argv[0])::text);
  return null;
end $$;
create trigger sessions_changed after delete or update of expires_at on sessions for each row execute function tell_person_changed('user_id');
create trigger users_changed after update of is_active, role, name on users for each row
  when ((old.is_active, old.role, old.name) is distinct from (new.is_active, new.role, new.name)) execute function tell_person_changed('id');

-- Nightly upkeep: what has expired opens nothing any more.
create function purge_expired_sign_ins() returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    delete from sessions where expires_at < now();
    delete from verifications where expires_at < now();
  end;
revoke all on function purge_expired_sign_ins from public;
grant execute on function purge_expired_sign_ins to deskhand_app;
