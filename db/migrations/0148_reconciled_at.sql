-- When the last reconciliation began that has ended: what it did not bring is as it was until then.
alter table shopify_stores add column reconciled_at timestamptz(3);
