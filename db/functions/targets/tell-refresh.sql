-- Wakes a worker when a store's clocks are to be computed anew, from the first ticket on.
create or replace function tell_target_refresh() returns trigger language plpgsql as $$
begin
  perform pg_notify('deskhand_targets', new.client_id::text);
  return null;
end $$;
create or replace trigger target_refresh_told after insert or update on target_refreshes
  for each row when (new.after_ticket = '00000000-0000-0000-0000-000000000000') execute function tell_target_refresh();
