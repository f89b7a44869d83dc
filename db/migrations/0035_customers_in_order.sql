-- The list of customers: the newest first, of all, of those whom the store's platform has too, and of the others.
create index customers_newest on customers (client_id, created_at desc, id desc);
create index customers_newest_linked on customers (client_id, created_at desc, id desc) where shopify_customer_id is not null;
create index customers_newest_unlinked on customers (client_id, created_at desc, id desc) where shopify_customer_id is null;
