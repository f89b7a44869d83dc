-- Tells the store that sent a forwarding test that it reached another store, without saying which. The caller has read
-- the mark in the mail, the only source of the id.
create or replace function forwarding_came_elsewhere(probe uuid, is_itself boolean) returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    update forwarding_probes set elsewhere_at = coalesce(elsewhere_at, clock_timestamp()),
      ended_as = case when purpose = 'check' and ended_as is null and not is_itself then 'inside' else ended_as end
    where id = probe and client_id <> current_client_id() and created_at > now() - interval '24 hours';
  end;
revoke all on function forwarding_came_elsewhere from public;
grant execute on function forwarding_came_elsewhere to deskhand_app;
