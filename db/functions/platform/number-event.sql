-- Numbers events without gaps in the order of commits: under the counter's lock, because a sequence could show 8 before
-- 7 has committed. Events that add_events did not number get theirs at commit. Their time is that of their numbering,
-- so that later numbers have later times.
create or replace function number_event() returns trigger language plpgsql as $$
declare
  given bigint;
begin
  insert into event_counters as counter (client_id, last_number) values (new.client_id, 1)
    on conflict (client_id) do update set last_number = counter.last_number + 1
    returning last_number into given;
  update events set number = given, created_at = clock_timestamp() where client_id = new.client_id and id = new.id;
  perform pg_notify('deskhand_events', json_build_object(
    'clientId', new.client_id, 'number', given, 'type', new.type, 'payload', new.payload)::text);
  return null;
end $$;
drop trigger if exists events_numbered on events;
create constraint trigger events_numbered after insert on events
  deferrable initially deferred for each row when (new.number is null) execute function number_event();
