-- Customers who were joined with another one, as they were: their tickets, orders and addresses are of `into_id` now, and say with whom they
-- came.
create table customer_joins (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  into_id uuid not null,
  name text,
  email text,
  phone text,
  shopify_customer_id text,
  shopify_values jsonb,
  shopify_updated_at timestamptz(3),
  total_orders int not null default 0,
  total_spent numeric not null default 0,
  last_order_date timestamptz(3),
  -- Whether the store knows the other one by what was theirs until they are parted.
  lends_store boolean not null default false,
  created_at timestamptz(3) not null,
  joined_at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, id),
  foreign key (client_id, into_id) references customers (client_id, id) on delete cascade
);
create index customer_joins_into on customer_joins (client_id, into_id);
create unique index customer_joins_shopify on customer_joins (client_id, shopify_customer_id);
call protect_tenant_table('customer_joins');
alter table support_tickets add column came_with uuid;
alter table shopify_orders add column came_with uuid;
