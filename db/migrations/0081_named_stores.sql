-- Whether somebody gave the store its name, or said that the one made of an address is right. Whoever renamed it did, and a
-- store that has answered customers under its name, or was made with one, is not asked again.
alter table clients add column is_named boolean not null default false;

do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    update clients set is_named = true where id = tenant
      and (exists (select from audit_log where client_id = tenant and action = 'settings.store-renamed')
        or exists (select from ticket_response_deltas where client_id = tenant and responses > 0));
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
