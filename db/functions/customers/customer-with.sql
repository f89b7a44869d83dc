-- Returns the customer with this e-mail address.
create or replace function customer_with(address text) returns uuid
  language sql stable cost 10
  return (select a.customer_id from customer_addresses a where a.client_id = current_client_id() and a.email = address);
