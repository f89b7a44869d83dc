-- The main addresses of customers who were here before. Whoever gets another one meanwhile, or is deleted, is waited for or waits; nobody else does.
do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    insert into customer_addresses (client_id, email, customer_id)
      select c.client_id, c.email, c.id from customers c where c.client_id = tenant and c.email is not null for key share
      on conflict do nothing;
  end loop;
end $$;
