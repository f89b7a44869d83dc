-- What a search of orders looks through: number, name and address in lower case, as shopify_orders_text has it. With "#" before it,
-- a number is found as people type it though the store's names have no such sign.
create or replace function order_text(o shopify_orders) returns text
  language sql immutable
  return lower('#' || o.order_number || chr(10) || o.name || chr(10) || coalesce(o.email, ''));
