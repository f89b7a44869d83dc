-- Orders as the store's platform has them (spec part 1, sections 3 and 7.10).
create table shopify_orders (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  shopify_order_id text not null check (char_length(shopify_order_id) between 1 and 100),
  order_number text not null check (char_length(order_number) between 1 and 100),
  -- The number as the store writes it, such as '#1042'.
  name text not null check (char_length(name) between 1 and 100),
  customer_id uuid,
  email text check (email = lower(email) and char_length(email) <= 320),
  total_price numeric(12, 2) not null check (total_price >= 0),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- The platform's words, which may grow: a new one is shown as it is.
  financial_status text check (char_length(financial_status) between 1 and 50),
  -- Null until something is shipped.
  fulfillment_status text check (char_length(fulfillment_status) between 1 and 50),
  -- first_name, last_name, address1, address2, city, province_code, zip, country.
  shipping_address jsonb check (jsonb_typeof(shipping_address) = 'object'),
  billing_address jsonb check (jsonb_typeof(billing_address) = 'object'),
  shopify_created_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (client_id, id),
  unique (client_id, shopify_order_id),
  foreign key (client_id, customer_id) references customers (client_id, id) on delete set null (customer_id)
);
create index shopify_orders_newest on shopify_orders (client_id, shopify_created_at desc, id desc);
create index shopify_orders_customer on shopify_orders (client_id, customer_id, shopify_created_at desc);
create index shopify_orders_number on shopify_orders (client_id, order_number);
call protect_tenant_table('shopify_orders');

create table shopify_order_line_items (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  order_id uuid not null,
  position int not null check (position >= 0),
  title text not null check (char_length(title) between 1 and 500),
  quantity int not null check (quantity > 0),
  price numeric(12, 2) not null check (price >= 0),
  variant_title text,
  sku text,
  product_image_url text,
  shopify_product_id text,
  primary key (client_id, id),
  unique (client_id, order_id, position),
  foreign key (client_id, order_id) references shopify_orders (client_id, id) on delete cascade
);
call protect_tenant_table('shopify_order_line_items');

create table shopify_order_fulfillments (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  order_id uuid not null,
  status text check (char_length(status) between 1 and 50),
  tracking_number text,
  tracking_company text,
  tracking_url text,
  shopify_created_at timestamptz(3) not null,
  primary key (client_id, id),
  foreign key (client_id, order_id) references shopify_orders (client_id, id) on delete cascade
);
create index shopify_order_fulfillments_order on shopify_order_fulfillments (client_id, order_id, shopify_created_at);
call protect_tenant_table('shopify_order_fulfillments');
