-- Global: the key that signs what is sent from the installation's own mail domain, for every tenant. One row; the private
-- key is sealed under the installation's secret.
create table installation_keys (
  purpose text primary key check (purpose = 'dkim'),
  selector text not null check (selector ~ '^[a-z0-9]{1,63}$'),
  -- As DNS has it: base64 of its DER.
  public_key text not null,
  private_key bytea not null,
  made_at timestamptz(3) not null default now()
);
grant select on installation_keys to deskhand_app;
