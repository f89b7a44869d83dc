-- What a mail names an order by: its name, whatever signs stand in it, and the numbers of its parcels.

-- The words and numbers of an order's name: "#WEB-1042-EU" is web1042eu, and "2026-0417" is not 20260417. ASCII alone, as the
-- server makes the same of what a mail says.
create function order_key(name text) returns text
  language sql immutable parallel safe
  return regexp_replace(regexp_replace(lower(name collate "C"), '[^0-9a-z]+', '-', 'g'), '(?<![0-9])-|-(?![0-9])', '', 'g');

-- The numbers of a shipment's parcels without blanks and dashes, each marked with its tenant, so that a search reads none of
-- another's entries.
create function parcel_keys(client uuid, first_number text, parcels jsonb) returns text[]
  language plpgsql immutable parallel safe as $$
begin
  return array(
    select distinct client::text || upper(regexp_replace(number, '[^0-9A-Za-z]', '', 'g'))
    from (select first_number as number
      union all select parcel ->> 'number' from jsonb_array_elements(parcels) as parcel) as numbers
    where number ~ '[0-9]');
end $$;

create index shopify_orders_key on shopify_orders (client_id, order_key(name));
create index shopify_order_fulfillments_parcels on shopify_order_fulfillments
  using gin (parcel_keys(client_id, tracking_number, parcels));
create policy search on shopify_order_fulfillments for select to current_user using (true);
