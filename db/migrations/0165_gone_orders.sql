-- What an order that the store no longer has was called, so that a ticket that names it can say so.
alter table shopify_erased add column order_name text check (char_length(order_name) between 1 and 100);
