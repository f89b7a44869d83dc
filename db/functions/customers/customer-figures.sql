-- Returns the tenant's number of customers, their total spending, and how many are from Shopify. A function, because
-- the policy's tenant check would otherwise run for each row.
create or replace function customer_figures(out customers int, out spent numeric, out linked int)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
begin
  select count(*), coalesce(sum(c.total_spent), 0), count(c.shopify_customer_id) into customers, spent, linked
    from customers c where c.client_id = client;
end $$;
revoke all on function customer_figures from public;
grant execute on function customer_figures to deskhand_app;
