-- The hash of one's own password, to hold the current one against; no row without a session, null without a password.
create or replace function password_of(session_token text) returns table (hash text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select a.password
    from sessions s left join accounts a on a.user_id = s.user_id and a.provider_id = 'credential'
    where s.token = session_token and s.expires_at > now();
  end;
revoke all on function password_of from public;
grant execute on function password_of to deskhand_app;

-- Changes one's own password, as long as it is still the one that was held against.
create or replace function change_password(session_token text, known_hash text, new_hash text) returns boolean
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
