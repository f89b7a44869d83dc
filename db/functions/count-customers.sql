-- How many customers list_customers finds, up to a cap: in no order, so that the first that are found suffice.
create or replace function count_customers(typed text, is_linked boolean, cap int) returns int
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  pattern constant text := '%' || search_like(lower(typed)) || '%';
begin
  if not search_has_trigram(lower(typed)) then
    return (select count(*) from list_customers(typed, is_linked, null, null, cap));
  end if;
  return (select count(*) from (
    select from customers c
    where c.client_id = client and lower(coalesce(c.name, '') || chr(10) || coalesce(c.email, '')) like pattern
      and (is_linked is null or (c.shopify_customer_id is not null) = is_linked)
    limit cap) as found);
end $$;
revoke all on function count_customers from public;
grant execute on function count_customers to deskhand_app;
