-- The orders whose number, name or address, or whose customer's name or address, holds a text, the newest first, after a cursor in
-- that order, each with how many there are from there on. What the newest hold is common, and found by walking on, a stretch at a
-- time and the first 1,000 to their end, as they are counted; anything else by the trigram indexes. A walk looks at no customers
-- where the index named all that hold the text: that is most of its time. A text without three letters in a row, which no index
-- holds, is looked for among the next 1,000, and at the beginning of all numbers and addresses, and of customers' names and addresses.
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
  is_longer constant boolean := length(plain) > 16;
  is_short constant boolean := has_trigram and length(plain) < 5;
  first_created constant timestamptz := coalesce(after_created, 'infinity');
  first_id constant uuid := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  -- Of more customers one is met soon by walking, and to read them all takes longer.
  most_named constant int := 2500;
  viewed constant text := 'select o.id, o.shopify_created_at, o.customer_id, order_text(o) as body from shopify_orders o
    where o.client_id = $1 and (o.shopify_created_at, o.id) < ($3, $4)'
    || case when paid_as is not null then ' and o.financial_status = $2' else '' end;
  ordered constant text := ' order by shopify_created_at desc, id desc limit ';
  customer constant text := 'lower(coalesce(c.name, '''') || chr(10) || coalesce(c.email, ''''))';
  -- Sought by the index of texts, or by those of what begins so.
  named constant text := case when has_trigram
    then 'select c.id from customers c where c.client_id = $1 and ' || customer || ' like $6'
      || case when is_longer then ' and ' || customer || ' || '''' like $5' else '' end
    else 'select c.id from customers c where c.client_id = $1 and lower(c.name) ~>=~ $7 and lower(c.name) ~<~ ($7 || chr(1114111))
      union select c.id from customers c where c.client_id = $1 and c.email ~>=~ $7 and c.email ~<~ ($7 || chr(1114111))' end;
  -- What more of the newest hold is met again soon, before all its customers are read.
  few constant int := case when has_trigram then 5 else 1000 end;
  named_all uuid[];
  width int;
  seen int;
  walked int := 0;
  last_created timestamptz := first_created;
  last_id uuid := first_id;
  hits uuid[];
  found uuid[] := '{}';
  total int;
begin
  foreach width in array case when has_trigram then array[300, 700, 700, 1300, 4000] else array[1000, 2000, 4000] end loop
    exit when cardinality(found) >= cap and (walked >= 1000 or after_id is not null);
    -- What the rest of the walk would not fill the page with is rare; three or four letters seldom are.
    exit when greatest(cardinality(found), is_short::int) * 7000 < cap * walked;
    if named_all is null and walked > 0 and cardinality(found) < least(cap, few) then
      execute 'select array(' || named || ' limit $8)' into named_all
        using client, paid_as, first_created, first_id, pattern, beginning, ltrim(plain, '#'), most_named + 1;
    end if;
    execute 'with walked as materialized (select o.id, o.shopify_created_at, o.body like $5 or '
        || case when cardinality(named_all) <= most_named then 'o.customer_id = any ($9)' else '(select ' || customer || ' like $5 from customers c where c.client_id = $1 and c.id = o.customer_id)' end
        || ' as is_hit from (' || viewed || ordered || '$8) as o)
      select array(select id from walked where is_hit order by shopify_created_at desc, id desc), (select count(*) from walked), id, shopify_created_at
      from walked order by shopify_created_at, id limit 1' into hits, seen, last_id, last_created
      using client, paid_as, last_created, last_id, pattern, beginning, ltrim(plain, '#'), width, named_all;
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
  -- Materialized, as else a plan may walk all orders in their order.
  execute 'with found as materialized (select id, shopify_created_at from (' || viewed
      || case when not has_trigram then ' and (o.id = any ($8) or o.order_number = $7)'
        else ' and order_text(o) like $6' || case when is_longer then ' and order_text(o) || '''' like $5' else '' end end
      || ') as o union select id, shopify_created_at from (' || viewed || ' and o.customer_id = any ('
      || case when cardinality(named_all) <= most_named then '$9' else 'array(' || named || ')' end || ')) as o)
    select array(select id from found' || ordered || '$10), (select count(*) from found)' into found, total
    using client, paid_as, first_created, first_id, pattern, beginning, ltrim(plain, '#'), found, named_all, cap;
  return query select each, total, true from unnest(found) as each;
end $$;
revoke all on function list_orders from public;
grant execute on function list_orders to deskhand_app;
