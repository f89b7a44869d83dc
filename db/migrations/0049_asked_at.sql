-- When the store was asked for what is kept: of two states of the same second the one that was asked for later is the newer.
alter table shopify_orders add column shopify_asked_at timestamptz(3);
-- Customers whom the store no longer had, as orders.
alter table shopify_erased drop constraint shopify_erased_kind_check;
alter table shopify_erased add constraint shopify_erased_kind_check
  check (kind in ('order', 'customer', 'gone_order', 'gone_customer'));
