-- What the store said of a customer last, so that only what it changes since then replaces what was edited here: {name, email, phone}.
alter table customers
  add column shopify_updated_at timestamptz(3),
  add column shopify_values jsonb check (jsonb_typeof(shopify_values) = 'object');
-- Of everything that the store said of an order: its times are whole seconds, in which an order may change twice.
alter table shopify_orders add column shopify_digest text;
