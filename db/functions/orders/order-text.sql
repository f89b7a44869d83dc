-- What an order is searched by that is its own: number, name and address. With "#" before it, a number is found as people type it though
-- the store's names have no such sign.
create or replace function order_text(o shopify_orders) returns text
  language sql immutable
  return search_line('#' || o.order_number || chr(10) || o.name || chr(10) || concat_ws(chr(10), o.email, shown_domains(o.email)));
