-- What an order is searched by, with whose it is: of two tables, each row of a walk cost a look at the other. Functions come after
-- migrations: keep_order_text keeps it from then on.
drop index shopify_orders_text;
alter table shopify_orders add column search_text text not null default '';
do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    update shopify_orders o
      set search_text = lower('#' || o.order_number || chr(10) || o.name || chr(10) || coalesce(o.email, '')) || chr(10)
        || coalesce((select lower(coalesce(c.name, '') || chr(10) || coalesce(c.email, ''))
          from customers c where c.client_id = tenant and c.id = o.customer_id), '')
      where o.client_id = tenant;
  end loop;
end $$;
create index shopify_orders_text on shopify_orders using gin (client_id, search_text gin_trgm_ops);
