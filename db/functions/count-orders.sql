-- How many orders list_orders finds, up to a cap: in no order, so that the first that are found suffice. `is_whole` says whether these
-- are all. Of what is common, and of a text that no index holds, those among the newest 500 are counted: the trigram index would
-- list nearly everything.
create or replace function count_orders(typed text, paid_as text, cap int, out orders int, out is_whole boolean)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := lower(typed);
  pattern constant text := '%' || search_like(plain) || '%';
  -- Of how many among the newest 300: whose state has to be looked up costs more.
  common constant int := case when not search_has_trigram(plain) then 0 when paid_as is null then 60 else 3 end;
  seen int;
  buyers uuid[];
begin
  foreach seen in array array[300, 500] loop
    select count(*) filter (where o.body like pattern or lower(coalesce(c.name, '') || chr(10) || coalesce(c.email, '')) like pattern),
        count(*) < seen
      into orders, is_whole
      from (select o.customer_id, order_text(o) as body from shopify_orders o
        where o.client_id = client and (paid_as is null or o.financial_status = paid_as)
        order by o.shopify_created_at desc, o.id desc limit seen) as o
      left join customers c on c.client_id = client and c.id = o.customer_id;
    exit when is_whole or seen = 300 and orders < common;
  end loop;
  if is_whole or seen = 500 then
    is_whole := is_whole and orders < cap;
    orders := least(orders, cap);
    return;
  end if;
  -- Every order has one customer, so that none is counted twice, and these without looking at the orders.
  select count(*) into orders from (
    select from customers c
      join shopify_orders o on o.client_id = client and o.customer_id = c.id and (paid_as is null or o.financial_status = paid_as)
    where c.client_id = client and lower(coalesce(c.name, '') || chr(10) || coalesce(c.email, '')) like pattern
    limit cap) as bought;
  if orders < cap then
    buyers := array(select c.id from customers c
      where c.client_id = client and lower(coalesce(c.name, '') || chr(10) || coalesce(c.email, '')) like pattern);
    orders := orders + (select count(*) from (
      select from shopify_orders o
      where o.client_id = client and order_text(o) like pattern and (paid_as is null or o.financial_status = paid_as)
        and (o.customer_id is null or o.customer_id <> all (buyers))
      limit cap - orders) as others);
  end if;
  is_whole := orders < cap;
end $$;
revoke all on function count_orders from public;
grant execute on function count_orders to deskhand_app;
