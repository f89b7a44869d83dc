-- The customers whose name or address holds a text, the newest first, after a cursor in that order. What many of the newest
-- hold is common, and found by walking on; anything else by the trigram index. A text without three letters in a row, which no
-- index holds, is looked for among the next 10,000, and at the beginning of all names and addresses. Without sorting, where
-- there is a choice, since a plan that takes what is common for rare reads and sorts all customers.
create or replace function list_customers(
  typed text, is_linked boolean, after_created timestamptz, after_id uuid, cap int
) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set enable_sort = off as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := lower(typed);
  pattern constant text := '%' || search_like(plain) || '%';
  body constant text := 'lower(coalesce(c.name, '''') || chr(10) || coalesce(c.email, ''''))';
  viewed constant text := 'select c.id, c.created_at, c.name, c.email from customers c where c.client_id = $1'
    || case is_linked when true then ' and c.shopify_customer_id is not null' when false then ' and c.shopify_customer_id is null' else '' end
    || case when after_id is not null then ' and (c.created_at, c.id) < ($2, $3)' else '' end;
  ordered constant text := ' order by created_at desc, id desc limit ';
  is_common boolean;
begin
  select count(*) >= 6 into is_common
    from (select c.name, c.email from customers c where c.client_id = client order by c.created_at desc, c.id desc limit 200) as c
    where lower(coalesce(c.name, '') || chr(10) || coalesce(c.email, '')) like pattern;
  return query execute case
      -- With "|| ''" no plan takes this for what the trigram index holds.
      when is_common then 'select id from (' || viewed || ' and ' || body || ' || '''' like $4) as common' || ordered || '$6'
      when search_has_trigram(plain) then
        'with found as materialized (' || viewed || ' and ' || body || ' like $4) select id from found' || ordered || '$6'
      else 'with next as materialized (' || viewed || ordered || '10000),
        found as (select c.id, c.created_at from next c where ' || body || ' like $4
          union select id, created_at from (' || viewed || ' and lower(c.name) ~>=~ $5 and lower(c.name) ~<~ ($5 || chr(1114111))) as named
          union select id, created_at from (' || viewed || ' and c.email ~>=~ $5 and c.email ~<~ ($5 || chr(1114111))) as addressed)
        select id from found' || ordered || '$6'
    end
    using client, after_created, after_id, pattern, plain, cap;
end $$;
revoke all on function list_customers from public;
grant execute on function list_customers to deskhand_app;
