-- Finds by its name an order that the store no longer has.
drop index concurrently if exists shopify_erased_by_name;
create index concurrently shopify_erased_by_name on shopify_erased (client_id, order_key(order_name)) where order_name is not null;
