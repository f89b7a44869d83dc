-- The orders a text fits, the best first: by the beginning of their number, of the customers given, and by name or address.
create or replace function find_orders(typed text, customers uuid[], cap int) returns table (id uuid, fit int)
  language plpgsql stable security definer rows 9 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := lower(typed);
  number constant text := ltrim(typed, '# ');
  pattern constant text := '%' || search_like(plain) || '%';
  -- What the index is asked for: the end of an address is the same for many, and each of its letters costs.
  beginning constant text := '%' || search_like(left(plain, 16)) || '%';
  found uuid[];
begin
  found := array(
    (select o.id from shopify_orders o where o.client_id = client and number <> ''
        and o.order_number ~>=~ number and o.order_number ~<~ (number || chr(1114111)) limit cap)
    union all
    (select o.id from unnest(customers) as customer
      cross join lateral (select o.id from shopify_orders o where o.client_id = client and o.customer_id = customer
        order by o.shopify_created_at desc limit 3) as o)
    union all
    (select newest.id from (select o.id, order_text(o) as body from shopify_orders o where o.client_id = client
        order by o.shopify_created_at desc, o.id desc limit 300) as newest
      where newest.body like pattern limit cap));
  if cardinality(found) < cap and search_has_trigram(plain) then
    found := found || array(
      select o.id from shopify_orders o
      where o.client_id = client and o.search_text like beginning
        and order_text(o) like pattern limit 200);
  end if;
  return query
    select o.id,
      coalesce(least(search_fit(o.order_number, number), search_fit(lower(o.name), plain), search_fit(o.email, plain)), 4)
    from shopify_orders o where o.client_id = client and o.id = any (found)
    order by 2, o.shopify_created_at desc, o.id desc limit cap;
end $$;
revoke all on function find_orders from public;
grant execute on function find_orders to deskhand_app;
