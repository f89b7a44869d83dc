-- Returns the customers matching a text, best first: from the newest and, if those are few, from the trigram index.
-- Like all search functions it filters by tenant itself and returns only ids: `like` is not leakproof, so row-level
-- security would prevent the use of indexes. Ranks: 0 equal, 1 starts with it, 2 each typed word starts a word, 3
-- contains it.
create or replace function find_customers(typed text, cap int) returns table (id uuid, fit int)
  language plpgsql stable security definer rows 9 set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  forms constant text[] := search_forms(btrim(typed));
  begin_so constant text[] := array(select search_like(form) || '%' from unnest(forms) as form);
  condition constant text := search_condition_of(typed, 'c.search_text', ' and ');
  begun constant text := search_begun_condition(typed, 'c.search_text');
  found uuid[];
begin
  execute 'select array(select c.id from (select id, search_text from customers where client_id = $1 order by id desc limit 300) as c where '
    || condition || ' limit $2)' into found using client, cap;
  if cardinality(found) < cap and search_is_indexed(typed) then
    -- Materialized, as a plan that takes a rare match for common would walk over all.
    execute 'with rare as materialized (select c.id from customers c where c.client_id = $1 and ' || condition
      || ') select $2 || array(select id from rare limit 200)'
      into found using client, found;
  end if;
  if cardinality(found) = 0 then
    return;
  end if;
  return query execute 'select c.id, case
      when search_letters(c.name) = any ($3) or c.email = any ($3)
        or exists (select from customer_addresses a where a.client_id = $1 and a.customer_id = c.id and a.email = any ($3)) then 0
      when search_letters(c.name) like any ($4) or c.email like any ($4) then 1
      when ' || begun || ' then 2 else 3 end as fit
    from customers c where c.client_id = $1 and c.id = any ($2)
    order by 2, c.last_order_date desc nulls last, c.id desc limit $5'
    using client, found, forms, begin_so, cap;
end $$;
revoke all on function find_customers from public;
grant execute on function find_customers to deskhand_app;
