-- A person's own settings: name, picture, password, and where they are signed in.

-- The picture is a stored file; its type was found by its content. The new key is held against the rows there are, which
-- the policies show nobody without a tenant: this one has none, and no row has a picture yet.
set local app.client_id = '00000000-0000-0000-0000-000000000000';
alter table users drop column avatar;
alter table users
  add column avatar_file_id uuid,
  add column avatar_type text check (avatar_type in ('image/png', 'image/jpeg', 'image/webp', 'image/gif')),
  add check ((avatar_file_id is null) = (avatar_type is null)),
  add foreign key (client_id, avatar_file_id) references files (client_id, id);
create index users_avatar on users (client_id, avatar_file_id);

-- A name is written to the profile; the identity, which the application does not reach, follows in the same transaction.
create function keep_identity_name() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update identities set name = new.name, updated_at = now() where client_id = new.client_id and id = new.id;
  return null;
end $$;
revoke all on function keep_identity_name from public;
create trigger users_named after update of name on users for each row
  when (old.name is distinct from new.name) execute function keep_identity_name();

-- What somebody may know and do about their own sign-in. All of it is asked with the token of one of their sessions, which
-- nobody else has: there is no person to name, so there is nobody else's session or password to reach.
create function sessions_of(session_token text)
  returns table (id uuid, created_at timestamptz, last_used_at timestamptz, ip_address text, user_agent text,
    is_current boolean)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.id, s.created_at, s.updated_at, s.ip_address, s.user_agent, s.id = mine.id
    from sessions mine join sessions s on s.user_id = mine.user_id
    where mine.token = session_token and mine.expires_at > now() and s.expires_at > now()
    order by s.id = mine.id desc, s.updated_at desc, s.id;
  end;
revoke all on function sessions_of from public;
grant execute on function sessions_of to deskhand_app;

-- Ends another session of the same person; answers whether there was one.
create function end_session(session_token text, ended uuid) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    with gone as (
      delete from sessions s using sessions mine
      where mine.token = session_token and mine.expires_at > now()
        and s.user_id = mine.user_id and s.id = ended and s.id <> mine.id and s.expires_at > now()
      returning s.id
    )
    select exists (select from gone);
  end;
revoke all on function end_session from public;
grant execute on function end_session to deskhand_app;

-- Ends every other session of the same person; answers how many there were.
create function end_other_sessions(session_token text) returns int
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    with gone as (
      delete from sessions s using sessions mine
      where mine.token = session_token and mine.expires_at > now()
        and s.user_id = mine.user_id and s.id <> mine.id
      returning s.expires_at
    )
    select count(*)::int from gone where expires_at > now();
  end;
revoke all on function end_other_sessions from public;
grant execute on function end_other_sessions to deskhand_app;

-- The hash of one's own password, to hold the current one against; no row without a session, null without a password.
create function password_of(session_token text) returns table (hash text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select a.password
    from sessions s left join accounts a on a.user_id = s.user_id and a.provider_id = 'credential'
    where s.token = session_token and s.expires_at > now();
  end;
revoke all on function password_of from public;
grant execute on function password_of to deskhand_app;

-- Changes one's own password, as long as it is still the one that was held against.
create function change_password(session_token text, known_hash text, new_hash text) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    with changed as (
      update accounts a set password = new_hash, updated_at = now()
      from sessions s
      where s.token = session_token and s.expires_at > now()
        and a.user_id = s.user_id and a.provider_id = 'credential' and a.password = known_hash
      returning a.id
    )
    select exists (select from changed);
  end;
revoke all on function change_password from public;
grant execute on function change_password to deskhand_app;

-- Whoever's password was changed is told by mail.
alter table outgoing_mails drop constraint outgoing_mails_kind_check;
alter table outgoing_mails add constraint outgoing_mails_kind_check
  check (kind in ('reply', 'confirmation', 'existing_account', 'password_changed'));

-- How often a wrong password was given lately, and by whom.
create index audit_log_actor on audit_log (client_id, actor_id, action, created_at desc);
