-- Lists orders with the typed text in their or their customer's number, name or address, newest first after a cursor,
-- each with the number from there on. All of it is in the order's own text (keep_order_text). Common text is found by
-- walking on in stretches, the first 1,000 to their end for the count; other text through the trigram index. Symbols
-- alone, which no index holds, are found only by walking.
create or replace function list_orders(
  typed text, paid_as text, after_created timestamptz, after_id uuid, cap int
) returns table (id uuid, orders int, is_whole boolean)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  condition constant text := search_condition_of(typed, 'o.search_text', ' and ');
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
    -- Text that does not fill the page by the rest of the walk is rare.
    exit when cardinality(found) >= cap or cardinality(found) * 7000 < cap * walked;
    execute 'with walked as materialized (select o.id, o.shopify_created_at, ' || condition || ' as is_hit from shopify_orders o
        where o.client_id = $1 and (o.shopify_created_at, o.id) < ($2, $3)' || case when paid_as is null then '' else ' and o.financial_status = $4' end || '
        order by o.shopify_created_at desc, o.id desc limit $5)
      select array(select id from walked where is_hit order by shopify_created_at desc, id desc), (select count(*) from walked),
        last.id, last.shopify_created_at from walked as last order by shopify_created_at, id limit 1'
      into hits, seen, last_id, last_created using client, last_created, last_id, paid_as, width;
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
  if search_is_indexed(typed) then
    execute 'with found as materialized (
        select o.id, o.shopify_created_at from shopify_orders o where o.client_id = $1 and ' || condition || '
          and ($4 is null or o.financial_status = $4) and (o.shopify_created_at, o.id) < ($2, $3))
      select array(select id from found order by shopify_created_at desc, id desc limit $5), (select count(*) from found)'
      into found, total using client, first_created, first_id, paid_as, cap;
  else
    total := cardinality(found);
  end if;
  return query select each, total, true from unnest(found) as each;
end $$;
revoke all on function list_orders from public;
grant execute on function list_orders to deskhand_app;
