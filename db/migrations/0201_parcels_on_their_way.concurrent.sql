-- For parcels without news, and for those who ordered a SKU and have not written.
drop index concurrently if exists shopify_order_fulfillments_on_their_way;
create index concurrently shopify_order_fulfillments_on_their_way on shopify_order_fulfillments (client_id, shopify_created_at)
  where delivered_at is null;
drop index concurrently if exists shopify_order_fulfillments_delivered;
create index concurrently shopify_order_fulfillments_delivered on shopify_order_fulfillments (client_id, delivered_at)
  where delivered_at is not null;
drop index concurrently if exists shopify_order_line_items_sku;
create index concurrently shopify_order_line_items_sku on shopify_order_line_items (client_id, sku) where sku is not null;
