-- The orders whose number, name or address, or whose customer's name or address, holds a text, the newest first, after a cursor in
-- that order, each with how many there are from there on. What many of the newest hold is common, and found by walking on; anything else by the trigram indexes. A text
-- without three letters in a row, which no index holds, is looked for among the next 3,000, and at the beginning of all
-- numbers and addresses, and of customers' names and addresses.
create or replace function list_orders(
  typed text, paid_as text, after_created timestamptz, after_id uuid, cap int
) returns table (id uuid, orders int, is_whole boolean)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := lower(typed);
  pattern constant text := '%' || search_like(plain) || '%';
  has_trigram constant boolean := search_has_trigram(plain);
  -- What the index is asked for: the end of an address is the same for many, and each of its letters costs.
  beginning constant text := '%' || search_like(left(plain, 16)) || '%';
  viewed constant text := 'select o.id, o.shopify_created_at, o.customer_id, order_text(o) as body from shopify_orders o where o.client_id = $1'
    || case when paid_as is not null then ' and o.financial_status = $2' else '' end
    || case when after_id is not null then ' and (o.shopify_created_at, o.id) < ($3, $4)' else '' end;
  ordered constant text := ' order by shopify_created_at desc, id desc limit ';
  customer constant text := 'lower(coalesce(c.name, '''') || chr(10) || coalesce(c.email, ''''))';
  walked constant text := ') as o left join customers c on c.client_id = $1 and c.id = o.customer_id
    where o.body like $5 or ' || customer || ' like $5';
  -- Materialized, as else a plan may walk all orders in their order.
  indexed constant text := 'with of_customer as materialized (select c.id from customers c where c.client_id = $1 and '
      || customer || ' like $6 and ' || customer || ' || '''' like $5),
    found as materialized (
      select id, shopify_created_at from (' || viewed || ' and order_text(o) like $6) as o where body || '''' like $5
      union select id, shopify_created_at from (' || viewed || ' and o.customer_id = any (array(select id from of_customer))) as o)
    select array(select id from found order by shopify_created_at desc, id desc limit $9), (select count(*) from found)';
  begun constant text := 'with begun as materialized (
      select c.id from customers c where c.client_id = $1 and lower(c.name) ~>=~ $7 and lower(c.name) ~<~ ($7 || chr(1114111))
      union select c.id from customers c where c.client_id = $1 and c.email ~>=~ $7 and c.email ~<~ ($7 || chr(1114111))),
    found as materialized (
      select id, shopify_created_at from (' || viewed || ' and o.id = any ($8)) as o
      union select id, shopify_created_at from (' || viewed || ' and o.order_number = $7) as o
      union select id, shopify_created_at from (' || viewed || ' and o.customer_id = any (array(select id from begun))) as o)
    select array(select id from found order by shopify_created_at desc, id desc limit $9), (select count(*) from found)';
  found uuid[];
  total int;
  is_all boolean := true;
  walk int;
begin
  foreach walk in array array[300, case when has_trigram then 3000 else 1000 end] loop
    execute 'select array(select o.id from (' || viewed || ordered || walk || walked || ordered || '$8)' into found
      using client, paid_as, after_created, after_id, pattern, beginning, plain, cap;
    -- What the next walk would not fill the page with is rare.
    exit when cardinality(found) = cap or has_trigram and cardinality(found) * 8 < cap;
  end loop;
  if cardinality(found) < cap then
    execute case when has_trigram then indexed else begun end into found, total
      using client, paid_as, after_created, after_id, pattern, beginning, ltrim(plain, '#'), found, cap;
  elsif after_id is null then
    execute 'select count(*) filter (where o.body like $5 or ' || customer || ' like $5), count(*) < 1000 from ('
      || viewed || ordered || '1000) as o left join customers c on c.client_id = $1 and c.id = o.customer_id' into total, is_all
      using client, paid_as, after_created, after_id, pattern;
  end if;
  return query select each, total, is_all from unnest(found) as each;
end $$;
revoke all on function list_orders from public;
grant execute on function list_orders to deskhand_app;
