-- Protects a tenant table: everybody, including the owner, sees only rows of the transaction's tenant.
create or replace procedure protect_tenant_table(target regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s using (client_id = current_setting(''app.client_id'')::uuid)
       with check (client_id = current_setting(''app.client_id'')::uuid)', target);
  execute format('grant select, insert, update, delete on %s to deskhand_app', target);
end $$;
