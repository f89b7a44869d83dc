-- The customer with this e-mail address.
create or replace function customer_with(address text) returns uuid
  language sql stable
  return (select c.id from customers c where c.client_id = current_client_id() and c.email = address);
