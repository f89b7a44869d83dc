-- Lists stores with an outgoing mail that is due, for the sending worker.
create or replace function stores_to_send_for() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct client_id from outgoing_mails where state = 'queued' and coalesce(next_try_at, queued_at) <= now();
  end;
revoke all on function stores_to_send_for from public;
grant execute on function stores_to_send_for to deskhand_app;
