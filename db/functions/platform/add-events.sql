-- Adds events of this transaction's tenant in order, numbers them and announces them to the screens. Call it last
-- before the commit: it locks the tenant's counter, for which the tenant's other transactions wait; if the caller
-- vanishes, the lock ends after 10 seconds. Locks the tenant's row before the counter, as events refer to it and a
-- transaction that changes its keys locks it before it emits. Numbering one by one (number_event) costs five times as
-- much.
create or replace function add_events(ids uuid[], types text[], payloads jsonb[]) returns void language sql as $$
  select set_config('idle_in_transaction_session_timeout', '10s', true);
  select from clients where id = current_client_id() for key share;
  with counted as (
    insert into event_counters as counter (client_id, last_number) values (current_client_id(), cardinality(ids))
      on conflict (client_id) do update set last_number = counter.last_number + excluded.last_number
      returning client_id, last_number - cardinality(ids) as before
  ), added as (
    insert into events (client_id, id, number, type, payload, created_at)
      select client_id, id, before + place, type, payload, clock_timestamp()
      from counted, unnest(ids, types, payloads) with ordinality as given (id, type, payload, place)
      order by place
      returning client_id, number, type, payload
  )
  select pg_notify('deskhand_events', json_build_object(
    'clientId', client_id, 'number', number, 'type', type, 'payload', payload)::text)
  from added order by number
$$;
