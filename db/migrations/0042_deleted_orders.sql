-- What the store says it deleted: an old order that it merely does not show any more is kept here.
alter table shopify_pending add column is_deleted boolean not null default false;
-- When the tokens were granted: what the platform told before is about a connection before.
alter table shopify_stores add column granted_at timestamptz(3) not null default now();
