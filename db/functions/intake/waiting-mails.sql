-- Returns numbers and ages in seconds of all stores' waiting mails by state, for the operator: figures only, of no
-- store. Mails held back by a daily limit wait on purpose.
create or replace function waiting_mails()
  returns table (direction text, is_held boolean, mails int, oldest_seconds float8, waits_for text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select 'in', false, count(m.id)::int, coalesce(extract(epoch from now() - min(m.queued_at)), 0)::float8, wait.name
    from unnest(array['received', 'reading', 'place', 'sender', 'mail', 'server']) as wait (name)
      left join mail_log m on m.state = 'received' and coalesce(m.waits_for, 'received') = wait.name
    group by wait.name
    union all
    select 'out', kind.held, count(m.id)::int, coalesce(extract(epoch from now() - min(m.queued_at)), 0)::float8, null
    from (values (false), (true)) as kind (held)
      left join outgoing_mails m on m.state = 'queued' and coalesce(m.held_until > now(), false) = kind.held
    group by kind.held;
  end;
revoke all on function waiting_mails from public;
grant execute on function waiting_mails to deskhand_app;
