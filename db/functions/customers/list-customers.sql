-- Lists customers whose name or address contains the typed text, newest first after a cursor. Common text is found by
-- walking on, other text through the trigram index. Symbols alone, which no index holds, are searched among the next
-- 10,000. Avoids sorting, as a plan that takes a common text for rare would read and sort all customers.
create or replace function list_customers(
  typed text, is_linked boolean, after_created timestamptz, after_id uuid, cap int
) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set enable_sort = off as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  condition constant text := search_condition_of(typed, 'c.search_text', ' and ');
  viewed constant text := 'select c.id, c.created_at, c.search_text from customers c where c.client_id = $1'
    || case is_linked when true then ' and c.shopify_customer_id is not null' when false then ' and c.shopify_customer_id is null' else '' end
    || case when after_id is not null then ' and (c.created_at, c.id) < ($2, $3)' else '' end;
  ordered constant text := ' order by created_at desc, id desc limit ';
  is_common boolean;
begin
  execute 'select count(*) >= 6
    from (select search_text from customers where client_id = $1 order by created_at desc, id desc limit 200) as c where ' || condition
    into is_common using client;
  return query execute case
      -- "|| ''" keeps plans from using the trigram index.
      when is_common then
        'select id from (' || viewed || ' and ' || search_condition_of(typed, 'c.search_text || ''''', ' and ') || ') as common' || ordered || '$4'
      when search_is_indexed(typed) then
        'with found as materialized (' || viewed || ' and ' || condition || ') select id from found' || ordered || '$4'
      else 'with c as materialized (' || viewed || ordered || '10000) select id from c where ' || condition || ordered || '$4'
    end
    using client, after_created, after_id, cap;
end $$;
revoke all on function list_customers from public;
grant execute on function list_customers to deskhand_app;
