-- Returns a customer's e-mail addresses; none if there is no such customer.
create or replace function addresses_of(customer uuid) returns text[]
  language sql stable
  return array(select a.email from customer_addresses a where a.client_id = current_client_id() and a.customer_id = customer order by a.email);
