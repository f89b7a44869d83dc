-- Counts the customers list_customers finds, up to a cap. Unordered, so any matches will do.
create or replace function count_customers(typed text, is_linked boolean, cap int) returns int
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  found int;
begin
  if not search_is_indexed(typed) then
    return (select count(*) from list_customers(typed, is_linked, null, null, cap));
  end if;
  execute 'select count(*) from (select from customers c where c.client_id = $1 and ' || search_condition_of(typed, 'c.search_text', ' and ')
    || ' and ($2 is null or (c.shopify_customer_id is not null) = $2) limit $3) as found' into found using client, is_linked, cap;
  return found;
end $$;
revoke all on function count_customers from public;
grant execute on function count_customers to deskhand_app;
