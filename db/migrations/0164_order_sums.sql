-- What an order's total is made of, with the codes of its discounts, in the store's currency and in the one that the customer
-- paid in. Null for an order that was read before that was asked for.
alter table shopify_orders add column sums jsonb;
