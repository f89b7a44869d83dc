-- Whose store a domain of the platform is: a webhook names nothing else. Read by everybody, written by the tenant alone.
create table shopify_shops (
  shop_domain text primary key check (shop_domain ~ '^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$'),
  client_id uuid not null unique references clients (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  unique (client_id, shop_domain)
);
alter table shopify_shops enable row level security;
alter table shopify_shops force row level security;
create policy resolve on shopify_shops for select using (true);
create policy tenant_add on shopify_shops for insert with check (client_id = current_setting('app.client_id')::uuid);
create policy tenant_remove on shopify_shops for delete using (client_id = current_setting('app.client_id')::uuid);
grant select, insert, delete on shopify_shops to deskhand_app;

-- The connection of a tenant to its store. Tokens are sealed by a key that is not in the database.
create table shopify_stores (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  shop_domain text not null,
  shop_name text check (char_length(shop_name) <= 255),
  -- By OAuth, or by an access token that somebody pasted, which signs no webhooks and never expires.
  origin text not null check (origin in ('oauth', 'manual')),
  access_token bytea not null,
  refresh_token bytea,
  access_expires_at timestamptz(3),
  refresh_expires_at timestamptz(3),
  scopes text[] not null,
  admin_api_version text not null check (admin_api_version ~ '^[0-9]{4}-[0-9]{2}$'),
  installed_by_user_id uuid,
  -- Since when the platform refuses the token, until somebody connects the store again.
  revoked_at timestamptz(3),
  -- Since when the platform tells us of changes; null while it does not.
  webhooks_since timestamptz(3),
  last_synced_at timestamptz(3),
  -- All changes up to here were read by the reconciliation.
  reconciled_until timestamptz(3),
  connected_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (client_id, id),
  unique (client_id),
  foreign key (client_id, shop_domain) references shopify_shops (client_id, shop_domain) on delete cascade,
  foreign key (client_id, installed_by_user_id) references users (client_id, id) on delete set null (installed_by_user_id),
  check ((refresh_token is null) or (access_expires_at is not null))
);
call protect_tenant_table('shopify_stores');

-- Who went to the platform to connect which store; the platform brings the state back once, within minutes.
create table shopify_oauth_states (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  state_hash bytea not null check (octet_length(state_hash) = 32),
  user_id uuid not null,
  shop_domain text not null,
  expires_at timestamptz(3) not null,
  primary key (client_id, id),
  unique (client_id, state_hash),
  foreign key (client_id, user_id) references users (client_id, id) on delete cascade
);
create index shopify_oauth_states_user on shopify_oauth_states (client_id, user_id);
call protect_tenant_table('shopify_oauth_states');

create table shopify_syncs (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('full', 'incremental', 'backfill', 'reconciliation')),
  state text not null default 'running' check (state in ('running', 'completed', 'failed')),
  -- Where it goes on after an interruption: the platform's cursor, and from when it reads changes.
  cursor text,
  since timestamptz(3),
  orders_expected integer check (orders_expected >= 0),
  orders_fetched integer not null default 0 check (orders_fetched >= 0),
  orders_synced integer not null default 0 check (orders_synced >= 0),
  errors integer not null default 0 check (errors >= 0),
  last_order_id text,
  fault text,
  started_by uuid,
  started_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (client_id, id),
  foreign key (client_id, started_by) references users (client_id, id) on delete set null (started_by),
  check ((state = 'running') = (finished_at is null))
);
-- What an agent starts runs once at a time; so does each kind of what runs by itself.
create unique index shopify_syncs_asked on shopify_syncs (client_id) where state = 'running' and kind in ('full', 'incremental');
create unique index shopify_syncs_running on shopify_syncs (client_id, kind) where state = 'running';
create index shopify_syncs_newest on shopify_syncs (client_id, started_at desc, id desc);
create index shopify_syncs_started_by on shopify_syncs (client_id, started_by);
call protect_tenant_table('shopify_syncs');

-- The webhooks that came, by the platform's ids: one that comes again does nothing.
create table shopify_deliveries (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  webhook_id text not null check (char_length(webhook_id) between 1 and 200),
  topic text not null check (char_length(topic) between 1 and 100),
  received_at timestamptz(3) not null default now(),
  primary key (client_id, webhook_id)
);
create index shopify_deliveries_received on shopify_deliveries (client_id, received_at);
call protect_tenant_table('shopify_deliveries');

-- What the webhooks say has changed, each once however often it changed, until it was fetched.
create table shopify_pending (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  kind text not null check (kind in ('order', 'customer')),
  resource_id text not null check (resource_id ~ '^[0-9]{1,20}$'),
  -- Grows with every change: what was fetched is done only if nothing changed meanwhile.
  revision bigint not null default 1,
  wanted_at timestamptz(3) not null default now(),
  primary key (client_id, kind, resource_id)
);
create index shopify_pending_oldest on shopify_pending (client_id, wanted_at);
call protect_tenant_table('shopify_pending');

-- Amounts have as many decimals as their currency: dinars have three, and no amount is rounded on its way. Some have no price.
alter table shopify_orders alter column total_price type numeric, alter column total_price drop not null;
alter table shopify_order_line_items alter column price type numeric, alter column price drop not null;
alter table customers alter column total_spent type numeric;
alter table shopify_orders
  add column phone text check (char_length(phone) <= 50),
  add column shopify_updated_at timestamptz(3),
  add column paid_at timestamptz(3),
  add column cancelled_at timestamptz(3),
  add column cancel_reason text check (char_length(cancel_reason) <= 50),
  add column total_refunded numeric not null default 0 check (total_refunded >= 0),
  add column is_test boolean not null default false;
-- What was taken out of an order again stays in its list, with none left.
alter table shopify_order_line_items drop constraint shopify_order_line_items_quantity_check;
alter table shopify_order_line_items
  add check (quantity >= 0),
  add column current_quantity integer check (current_quantity >= 0);
alter table shopify_order_fulfillments
  add column shopify_fulfillment_id text check (char_length(shopify_fulfillment_id) between 1 and 100),
  add column display_status text check (char_length(display_status) between 1 and 50),
  -- Every parcel: [{number, company, url}]. The first stands in the columns before as well.
  add column parcels jsonb not null default '[]' check (jsonb_typeof(parcels) = 'array'),
  add column estimated_delivery_at timestamptz(3),
  add column delivered_at timestamptz(3),
  add column shopify_updated_at timestamptz(3);
create index shopify_orders_status on shopify_orders (client_id, financial_status, shopify_created_at desc, id desc);
create index shopify_orders_figures on shopify_orders (client_id, currency, financial_status) include (total_price);
create index shopify_orders_email on shopify_orders (client_id, email, shopify_created_at desc);
create index shopify_order_fulfillments_number on shopify_order_fulfillments (client_id, tracking_number);

create table shopify_fulfillment_events (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  fulfillment_id uuid not null,
  status text not null check (char_length(status) between 1 and 50),
  message text check (char_length(message) <= 500),
  city text check (char_length(city) <= 200),
  province text check (char_length(province) <= 200),
  country text check (char_length(country) <= 200),
  happened_at timestamptz(3) not null,
  primary key (client_id, id),
  foreign key (client_id, fulfillment_id) references shopify_order_fulfillments (client_id, id) on delete cascade
);
create index shopify_fulfillment_events_fulfillment on shopify_fulfillment_events (client_id, fulfillment_id, happened_at);
call protect_tenant_table('shopify_fulfillment_events');

create table shopify_order_refunds (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  order_id uuid not null,
  amount numeric not null check (amount >= 0),
  refunded_at timestamptz(3) not null,
  primary key (client_id, id),
  foreign key (client_id, order_id) references shopify_orders (client_id, id) on delete cascade
);
create index shopify_order_refunds_order on shopify_order_refunds (client_id, order_id, refunded_at);
call protect_tenant_table('shopify_order_refunds');

-- The order that an agent says a ticket is about, by the number as they typed it.
create table ticket_orders (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  ticket_id uuid not null,
  order_number text not null check (char_length(order_number) between 1 and 100),
  saved_by uuid,
  saved_by_name text not null,
  saved_at timestamptz(3) not null default now(),
  primary key (client_id, ticket_id),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade,
  foreign key (client_id, saved_by) references users (client_id, id) on delete set null (saved_by)
);
create index ticket_orders_saved_by on ticket_orders (client_id, saved_by);
call protect_tenant_table('ticket_orders');

create table tracking_notes (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  ticket_id uuid not null,
  content text not null check (char_length(content) between 1 and 10000),
  author_id uuid,
  author_name text not null,
  created_at timestamptz(3) not null default now(),
  idempotency_key uuid not null,
  primary key (client_id, id),
  unique (client_id, idempotency_key),
  foreign key (client_id, ticket_id) references support_tickets (client_id, id) on delete cascade,
  foreign key (client_id, author_id) references users (client_id, id) on delete set null (author_id)
);
create index tracking_notes_ticket on tracking_notes (client_id, ticket_id, created_at, id);
create index tracking_notes_author on tracking_notes (client_id, author_id);
call protect_tenant_table('tracking_notes');
