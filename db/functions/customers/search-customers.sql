-- Finds customers whose name or address contains the typed text, the latest buyers first. Without text, or for symbols
-- only, searches the latest buyers.
create or replace function search_customers(typed text, cap int) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  is_indexed constant boolean := search_is_indexed(typed);
  condition constant text := search_condition_of(typed, 'c.search_text', ' and ');
  ordered constant text := ' order by last_order_date desc nulls last, created_at desc, id limit ';
  found uuid[];
begin
  execute 'select array(select c.id from (select id, search_text from customers where client_id = $1' || ordered
    || case when is_indexed then '300' else '5000' end || ') as c where ' || condition || ' limit $2)' into found using client, cap;
  if cardinality(found) < cap and is_indexed then
    -- Materialized, as a plan may otherwise walk all customers in order.
    execute 'with rare as materialized (select c.id, c.last_order_date, c.created_at from customers c where c.client_id = $1 and ' || condition
      || ') select array(select id from rare' || ordered || '$2)' into found using client, cap;
  end if;
  return query select unnest(found);
end $$;
revoke all on function search_customers from public;
grant execute on function search_customers to deskhand_app;
