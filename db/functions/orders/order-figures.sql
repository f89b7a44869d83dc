-- Returns the tenant's number of orders and total by currency and payment state. A function, because the policy's
-- tenant check would otherwise run for each row.
create or replace function order_figures() returns table (currency text, financial_status text, orders int, priced int, revenue numeric)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
begin
  return query
    select o.currency, o.financial_status, count(*)::int, count(o.total_price)::int, coalesce(sum(o.total_price), 0)
    from shopify_orders o where o.client_id = client group by o.currency, o.financial_status;
end $$;
revoke all on function order_figures from public;
grant execute on function order_figures to deskhand_app;
