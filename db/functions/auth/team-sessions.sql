-- Lists the sessions of the tenant's people for its admins. The application cannot read sessions, so this runs as the
-- owner, for this tenant's people only.
create or replace function team_sessions()
  returns table (
    id uuid, user_id uuid, ip_address text, user_agent text, created_at timestamptz, updated_at timestamptz, awaits_code boolean
  )
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select s.id, s.user_id, s.ip_address, s.user_agent, s.created_at, s.updated_at, s.proof is null and f.secret is not null
    from users u
    join sessions s on s.user_id = u.id
    left join second_factors f on f.client_id = u.client_id and f.user_id = u.id
    where u.client_id = current_client_id() and u.is_active and s.expires_at > now()
      and (s.proof is not null or f.secret is null or s.created_at > now() - interval '15 minutes')
    order by s.updated_at desc, s.id
    limit 500;
  end;
revoke all on function team_sessions from public;
grant execute on function team_sessions to deskhand_app;
