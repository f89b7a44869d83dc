-- Finds a session's person by its cookie, the only way to do so: runs as the owner and returns the row of one token.
create or replace function session_of(session_token text)
  returns table (
    session_id uuid, due_at timestamptz, client_id uuid, user_id uuid, email text, name text, role text, step text
  )
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.id,
      -- When to extend it: ten minutes after the last time, and at once if it could last longer than it does.
      case when s.expires_at < least(now() + interval '30 days', s.ends_at) - interval '10 minutes' then now()
        else s.updated_at + interval '10 minutes' end,
      u.client_id, u.id, u.email, u.name, u.role,
      case
        when s.proof is not null then null
        when f.secret is not null then 'code'
        when c.requires_two_factor then 'set-up'
      end
    from sessions s
    join identities i on i.id = s.user_id
    join users u on u.client_id = i.client_id and u.id = i.id
    join clients c on c.id = u.client_id
    left join second_factors f on f.client_id = u.client_id and f.user_id = u.id
    where s.token = session_token and s.expires_at > now() and u.is_active
      -- A second factor is required at sign-in, not days later.
      and (s.proof is not null or f.secret is null or s.created_at > now() - interval '15 minutes');
  end;
revoke all on function session_of from public;
grant execute on function session_of to deskhand_app;

-- Deletes expired rows nightly, which the library does only for requested ones.
create or replace function purge_expired_sign_ins() returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    delete from sessions where expires_at < now();
    delete from verifications where expires_at < now();
    -- A link's page says for a month that it was used or has expired.
    delete from account_links where expires_at < now() - interval '30 days';
    -- A link whose mail is queued may wait until the next day and is then valid for another one.
    delete from account_claims
      where mailed_at < now() - interval '25 hours' or created_at < now() - interval '3 days';
    delete from account_mail_times where latest_at < now() - interval '1 day';
    delete from password_guesses where until < now();
  end;
revoke all on function purge_expired_sign_ins from public;
grant execute on function purge_expired_sign_ins to deskhand_app;
