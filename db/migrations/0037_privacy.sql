-- What the store's platform asks for by webhook and is done once: whose request it was is forgotten when it is done.
create table shopify_requests (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  topic text not null check (topic in ('app/uninstalled', 'customers/data_request', 'customers/redact', 'shop/redact')),
  shop_domain text not null check (char_length(shop_domain) <= 255),
  -- The same bytes are the same request, whichever id they come under.
  body_hash bytea not null check (octet_length(body_hash) = 32),
  times integer not null default 1 check (times > 0),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  outcome text check (char_length(outcome) <= 200),
  received_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  primary key (client_id, id),
  unique (client_id, topic, body_hash),
  check ((done_at is null) = (outcome is null))
);
create index shopify_requests_waiting on shopify_requests (client_id, received_at) where done_at is null;
call protect_tenant_table('shopify_requests');

-- Whom and what was erased, by the platform's numbers: it does not come back with the next sync.
create table shopify_erased (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  kind text not null check (kind in ('order', 'customer')),
  resource_id text not null check (resource_id ~ '^[0-9]{1,20}$'),
  erased_at timestamptz(3) not null default now(),
  primary key (client_id, kind, resource_id)
);
call protect_tenant_table('shopify_erased');

alter table outgoing_mails drop constraint outgoing_mails_kind_check;
alter table outgoing_mails
  add check (kind in ('reply', 'confirmation', 'existing_account', 'password_changed', 'data_request')) not valid;
alter table outgoing_mails validate constraint outgoing_mails_kind_check;

-- Bytes of mails that nobody's log names any more are deleted by a function of the owner's, which looks at all tenants' logs.
create policy forget on raw_mails for delete to current_user using (true);
create policy forget_read on raw_mails for select to current_user using (true);
