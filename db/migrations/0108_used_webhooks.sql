-- Global: what a signed webhook proved itself by, for as long as its signature is good. Whoever overhears one cannot use it again.
create table used_webhooks (
  proof bytea primary key check (octet_length(proof) = 32),
  used_at timestamptz(3) not null default now()
);
create index used_webhooks_used_at on used_webhooks (used_at);
grant select, insert, delete on used_webhooks to deskhand_app;
