-- How many mails of all stores wait, and for how many seconds the oldest has, for whoever runs the installation: figures alone, which
-- are of no store. What a day's limit holds back waits on purpose.
create or replace function waiting_mails() returns table (direction text, is_held boolean, mails int, oldest_seconds float8)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select 'in', false, count(*)::int, coalesce(extract(epoch from now() - min(queued_at)), 0)::float8
    from mail_log where state = 'received'
    union all
    select 'out', kind.held, count(m.id)::int, coalesce(extract(epoch from now() - min(m.queued_at)), 0)::float8
    from (values (false), (true)) as kind (held)
      left join outgoing_mails m on m.state = 'queued' and coalesce(m.held_until > now(), false) = kind.held
    group by kind.held;
  end;
revoke all on function waiting_mails from public;
grant execute on function waiting_mails to deskhand_app;
