-- The orders whose number, name or address, or whose customer's name or address, holds a text, the newest first, after a cursor in
-- that order, each with how many there are from there on. All of it is one text of the order's own (keep_order_text). What the newest
-- hold is common, and found by walking on, a stretch at a time and the first 1,000 to their end, as they are counted; anything
-- else by the trigram index. A text without three letters in a row, which no index holds, is looked for among the next
-- 1,000, and at the beginning of all numbers and addresses, and of customers' names and addresses. Plans are kept, as most searches take
-- less time than planning them would: so what a plan may not do is written in a way that it cannot.
create or replace function list_orders(
  typed text, paid_as text, after_created timestamptz, after_id uuid, cap int
) returns table (id uuid, orders int, is_whole boolean)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := lower(typed);
  pattern constant text := '%' || search_like(plain) || '%';
  has_trigram constant boolean := search_has_trigram(plain);
  -- What the index is asked for: the end of an address is the same for many, and each of its letters costs.
  beginning constant text := '%' || search_like(left(plain, 16)) || '%';
  number constant text := ltrim(plain, '#');
  first_created constant timestamptz := coalesce(after_created, 'infinity');
  first_id constant uuid := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  width int;
  seen int;
  walked int := 0;
  last_created timestamptz := first_created;
  last_id uuid := first_id;
  hits uuid[];
  found uuid[] := '{}';
  total int;
begin
  foreach width in array array[1000, 2000, 4000] loop
    -- What the rest of the walk would not fill the page with is rare.
    exit when cardinality(found) >= cap or cardinality(found) * 7000 < cap * walked;
    with walked as materialized (
      (select o.id, o.shopify_created_at, o.search_text like pattern as is_hit from shopify_orders o
        where paid_as is null and o.client_id = client and (o.shopify_created_at, o.id) < (last_created, last_id)
        order by o.shopify_created_at desc, o.id desc limit width)
      union all
      (select o.id, o.shopify_created_at, o.search_text like pattern from shopify_orders o
        where paid_as is not null and o.client_id = client and o.financial_status = paid_as
          and (o.shopify_created_at, o.id) < (last_created, last_id)
        order by o.shopify_created_at desc, o.id desc limit width))
    select array(select id from walked where is_hit order by shopify_created_at desc, id desc), (select count(*) from walked),
        last.id, last.shopify_created_at
      from walked as last order by shopify_created_at, id limit 1
      into hits, seen, last_id, last_created;
    found := found || hits;
    walked := walked + coalesce(seen, 0);
    if coalesce(seen, 0) < width then
      return query select each, cardinality(found), true from unnest(found[:cap]) as each;
      return;
    end if;
  end loop;
  if cardinality(found) >= cap then
    return query select each, cardinality(found), false from unnest(found[:cap]) as each;
    return;
  end if;
  if has_trigram then
    with found as materialized (
      select o.id, o.shopify_created_at from shopify_orders o
      where o.client_id = client and o.search_text like beginning and (length(plain) <= 16 or o.search_text || '' like pattern)
        and (paid_as is null or o.financial_status = paid_as) and (o.shopify_created_at, o.id) < (first_created, first_id))
    select array(select id from found order by shopify_created_at desc, id desc limit cap), (select count(*) from found)
      into found, total;
  else
    with named as materialized (
      select c.id from customers c where number <> '' and c.client_id = client
        and lower(c.name) ~>=~ number and lower(c.name) ~<~ (number || chr(1114111))
      union select c.id from customers c where number <> '' and c.client_id = client
        and c.email ~>=~ number and c.email ~<~ (number || chr(1114111))),
    either as materialized (
      select unnest(found) as id
      union select o.id from shopify_orders o where o.client_id = client and o.order_number = number
      union select o.id from shopify_orders o where o.client_id = client and o.customer_id = any (array(select id from named))),
    matching as materialized (
      select o.id, o.shopify_created_at from shopify_orders o
      where o.client_id = client and o.id = any (array(select id from either))
        and (paid_as is null or o.financial_status = paid_as) and (o.shopify_created_at, o.id) < (first_created, first_id))
    select array(select id from matching order by shopify_created_at desc, id desc limit cap), (select count(*) from matching)
      into found, total;
  end if;
  return query select each, total, true from unnest(found) as each;
end $$;
revoke all on function list_orders from public;
grant execute on function list_orders to deskhand_app;
