-- Wakes a worker when tickets are to be taken from a team or a person.
create or replace function tell_ticket_release() returns trigger language plpgsql as $$
begin
  perform pg_notify('deskhand_releases', new.client_id::text);
  return null;
end $$;
create or replace trigger ticket_release_told after insert or update on ticket_releases
  for each row when (new.done = 0) execute function tell_ticket_release();
