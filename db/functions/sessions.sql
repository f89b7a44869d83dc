-- The only way from a session's cookie to its person: a function that runs as the owner and returns the row of one token.
create or replace function session_of(session_token text)
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
create or replace function touch_session(session_token text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    update sessions set expires_at = now() + interval '30 days', updated_at = now()
    where token = session_token and expires_at > now();
  end;
revoke all on function touch_session from public;
grant execute on function touch_session to deskhand_app;

-- What somebody may know and do about their own sign-in. All of it is asked with the token of one of their sessions, which
-- nobody else has: there is no person to name, so there is nobody else's session or password to reach.
create or replace function sessions_of(session_token text)
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
create or replace function end_session(session_token text, ended uuid) returns boolean
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
create or replace function end_other_sessions(session_token text) returns int
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

-- Nightly upkeep: what has expired opens nothing any more.
create or replace function purge_expired_sign_ins() returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    delete from sessions where expires_at < now();
    delete from verifications where expires_at < now();
  end;
revoke all on function purge_expired_sign_ins from public;
grant execute on function purge_expired_sign_ins to deskhand_app;
