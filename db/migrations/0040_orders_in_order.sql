-- Orders are found by any part of their number too, however the store writes it: order_text, which list and palette search.
drop index shopify_orders_text;
create index shopify_orders_text on shopify_orders
  using gin (client_id, lower('#' || order_number || chr(10) || name || chr(10) || coalesce(email, '')) gin_trgm_ops);
