-- The customers a text fits, the best first: those whose name or address begins so, those among the newest that hold it, and,
-- when these are few, what the trigram index finds. As with all search functions: `like` is not leakproof, so under row-level
-- security no index would be used; the function filters by the tenant itself and returns ids alone.
create or replace function find_customers(typed text, cap int) returns table (id uuid, fit int)
  language plpgsql stable security definer rows 9 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := lower(typed);
  beyond constant text := plain || chr(1114111);
  pattern constant text := '%' || search_like(plain) || '%';
  -- What the index is asked for: the end of an address is the same for many, and each of its letters costs.
  beginning constant text := '%' || search_like(left(plain, 16)) || '%';
  found uuid[];
begin
  found := array(
    (select c.id from customers c
      where c.client_id = client and lower(c.name) ~>=~ plain and lower(c.name) ~<~ beyond limit cap)
    union all
    (select c.id from customers c where c.client_id = client and c.email ~>=~ plain and c.email ~<~ beyond limit cap)
    union all
    (select newest.id
      from (select c.* from customers c where c.client_id = client order by c.id desc limit 300) as newest
      where lower(coalesce(newest.name, '') || chr(10) || coalesce(newest.email, '')) like pattern limit cap));
  if cardinality(found) < cap and search_has_trigram(plain) then
    found := found || array(
      select c.id from customers c
      where c.client_id = client and lower(coalesce(c.name, '') || chr(10) || coalesce(c.email, '')) like beginning
        and lower(coalesce(c.name, '') || chr(10) || coalesce(c.email, '')) || '' like pattern
      limit 200);
  end if;
  return query
    select c.id, least(search_fit(lower(c.name), plain), search_fit(c.email, plain)) as fit
    from customers c where c.client_id = client and c.id = any (found)
    order by 2, c.last_order_date desc nulls last, c.id desc limit cap;
end $$;
revoke all on function find_customers from public;
grant execute on function find_customers to deskhand_app;
