-- Orders that were kept before their sums were asked for are read once more, the latest first: down to this one they were.
alter table shopify_stores add column sums_read_to uuid;
