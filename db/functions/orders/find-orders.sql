-- Returns the orders matching a text, best first: by the start of their number, by the given customers, and by number,
-- name and address. A typed word may also be the customer's if another is the order's own.
create or replace function find_orders(typed text, customers uuid[], cap int) returns table (id uuid, fit int)
  language plpgsql stable security definer rows 9 set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := search_letters(btrim(typed));
  number constant text := ltrim(typed, '# ');
  condition constant text := search_condition_of(typed, 'o.search_text', ' and ');
  -- Cheap, as many may match only by their customer.
  is_own constant text := 'order_has(o.order_number, o.name, o.email, $4)';
  own constant text[] := array(select '%' || search_like(form) || '%' from unnest(search_terms(typed)) as term, unnest(search_forms(term)) as form);
  found uuid[];
begin
  if not exists (select from shopify_orders o where o.client_id = client) then
    return;
  end if;
  found := array(
    (select o.id from shopify_orders o where o.client_id = client and number <> ''
        and o.order_number ~>=~ number and o.order_number ~<~ (number || chr(1114111)) limit cap)
    union all
    (select o.id from unnest(customers) as customer
      cross join lateral (select o.id from shopify_orders o where o.client_id = client and o.customer_id = customer
        order by o.shopify_created_at desc limit 3) as o));
  execute 'select $2 || array(select o.id from (select * from shopify_orders where client_id = $1 order by shopify_created_at desc, id desc limit 300) as o
    where ' || condition || ' and ' || is_own || ' limit $3)' into found using client, found, cap, own;
  -- One or two letters match only through customers. Materialized, as a plan that takes a rare match for common would
  -- walk over all.
  if cardinality(found) < cap and search_has_trigram(plain) then
    execute 'with o as materialized (select o.id, o.order_number, o.name, o.email from shopify_orders o where o.client_id = $1 and ' || condition
      || ') select $2 || array(select o.id from o where ' || is_own || ' limit $3)' into found using client, found, 200, own;
  end if;
  return query
    select o.id, coalesce(least(search_fit(o.order_number, number), search_fit(search_letters(o.name), plain), search_fit(o.email, plain)), 4)
    from shopify_orders o where o.client_id = client and o.id = any (found)
    order by 2, o.shopify_created_at desc, o.id desc limit cap;
end $$;
revoke all on function find_orders from public;
grant execute on function find_orders to deskhand_app;

-- Whether an order's own number, name or address matches one of some patterns. Not in SQL, as each plan would inline
-- it.
create or replace function order_has(order_number text, name text, email text, patterns text[]) returns boolean
  language plpgsql immutable parallel safe as $$
begin
  return search_letters('#' || order_number || chr(10) || name || chr(10) || coalesce(email, '')) like any (patterns);
end $$;
