-- Returns an order's own searched text: number, name and address. With "#" in front, a number is found as people type
-- it even if the store's names have none.
create or replace function order_text(o shopify_orders) returns text
  language sql immutable
  return search_line('#' || o.order_number || chr(10) || o.name || chr(10) || concat_ws(chr(10), o.email, shown_domains(o.email)));
