-- Returns the words and numbers of an order's name: "#WEB-1042-EU" is web1042eu, and "2026-0417" is not 20260417. ASCII
-- only, as the server does for mails.
create or replace function order_key(name text) returns text
  language sql immutable parallel safe
  return regexp_replace(regexp_replace(lower(name collate "C"), '[^0-9a-z]+', '-', 'g'), '(?<![0-9])-|-(?![0-9])', '', 'g');

-- Returns a shipment's parcel numbers without blanks and dashes, each prefixed with its tenant, so that a search reads
-- no other tenant's entries.
create or replace function parcel_keys(client uuid, first_number text, parcels jsonb) returns text[]
  language plpgsql immutable parallel safe as $$
begin
  return array(
    select distinct client::text || upper(regexp_replace(number, '[^0-9A-Za-z]', '', 'g'))
    from (select first_number as number
      union all select parcel ->> 'number' from jsonb_array_elements(parcels) as parcel) as numbers
    where number ~ '[0-9]');
end $$;

-- Returns the orders with such a name, platform number or parcel; few of each, as more would not be the ones meant.
create or replace function find_named_orders(keys text[], numbers text[], parcels text[])
  returns table (id uuid, parcel text)
  language plpgsql stable security definer rows 9 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  wanted constant text[] := array(select client::text || wanted from unnest(parcels) as wanted);
begin
  return query
    select o.id, null::text from unnest(keys) as key
      cross join lateral (select o.id from shopify_orders o where o.client_id = client and order_key(o.name) = key limit 4) as o
    union
    select o.id, null from unnest(numbers) as number
      cross join lateral (select o.id from shopify_orders o where o.client_id = client and o.order_number = number
        and strpos(o.name, number) > 0 limit 4) as o;
  if cardinality(wanted) > 0 then
    return query
      select found.order_id, right(key, -36)
      from (select f.order_id, parcel_keys(f.client_id, f.tracking_number, f.parcels) as keys
        from shopify_order_fulfillments f
        where f.client_id = client and parcel_keys(f.client_id, f.tracking_number, f.parcels) && wanted limit 100) as found
      cross join lateral unnest(found.keys) as key
      where key = any (wanted);
  end if;
end $$;
revoke all on function find_named_orders from public;
grant execute on function find_named_orders to deskhand_app;
