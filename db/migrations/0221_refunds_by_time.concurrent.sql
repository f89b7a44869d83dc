-- For what was refunded in a time.
drop index concurrently if exists shopify_order_refunds_at;
create index concurrently shopify_order_refunds_at on shopify_order_refunds (client_id, refunded_at);
