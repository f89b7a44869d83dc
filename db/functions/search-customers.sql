-- Customers whose name or address holds what is typed, those who ordered last first. Who is looked for by few letters, or by none, is
-- among those who ordered last.
create or replace function search_customers(typed text, cap int) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  pattern constant text := '%' || search_like(lower(typed)) || '%';
  found uuid[];
begin
  found := array(
    select latest.id from (select c.id, c.name, c.email from customers c where c.client_id = client
      order by c.last_order_date desc nulls last, c.created_at desc, c.id
      limit case when search_has_trigram(typed) then 300 else 5000 end) as latest
    where lower(coalesce(latest.name, '') || chr(10) || coalesce(latest.email, '')) like pattern limit cap);
  if cardinality(found) < cap and search_has_trigram(typed) then
    -- Materialized, as else a plan may walk all customers in their order.
    found := array(
      with rare as materialized (
        select c.id, c.last_order_date, c.created_at from customers c
        where c.client_id = client and lower(coalesce(c.name, '') || chr(10) || coalesce(c.email, '')) like pattern
      )
      select rare.id from rare order by rare.last_order_date desc nulls last, rare.created_at desc, rare.id limit cap);
  end if;
  return query select unnest(found);
end $$;
revoke all on function search_customers from public;
grant execute on function search_customers to deskhand_app;
