-- Lists stores with an effect that is due, for the worker.
create or replace function stores_with_due_effects() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct client_id from effects where state in ('planned', 'sent') and due_at <= clock_timestamp();
  end;
revoke all on function stores_with_due_effects from public;
grant execute on function stores_with_due_effects to deskhand_app;
