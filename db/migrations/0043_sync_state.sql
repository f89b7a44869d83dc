alter table shopify_syncs
  -- All changes of orders up to here were read, once it is completed.
  add column read_until timestamptz(3),
  -- Orders that could not be taken over, each with its id and what was wrong.
  add column unreadable text[] not null default '{}';
-- What is running is looked after by its last sign of life.
create index shopify_syncs_waiting on shopify_syncs (client_id, updated_at) where state = 'running';
