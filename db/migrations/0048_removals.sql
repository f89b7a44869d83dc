-- What came from a store that was disconnected goes in batches. Until it is all gone no other store comes, and its orders are not there
-- for anybody but who removes them.
create table shopify_removals (
  client_id uuid primary key default current_client_id() references clients (id) on delete cascade,
  shop_domain text not null check (char_length(shop_domain) <= 100),
  orders integer not null default 0,
  customers_deleted integer not null default 0,
  customers_kept integer not null default 0,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
call protect_tenant_table('shopify_removals');
-- Only the application's: in the owner's functions a condition that has to come first would keep searches off their index. What they
-- find is read by the application.
create policy not_removed on shopify_orders as restrictive for select to deskhand_app using (
  (select current_setting('app.removes', true) = 'on' or not exists (
    select from shopify_removals r where r.client_id = current_setting('app.client_id')::uuid and r.finished_at is null)));
