-- Takes a customer, and who was joined with them, out of the tenant's audit log.
create or replace function forget_in_audit(customer uuid) returns void
  language sql as $$
  select forget_person_in_audit(
    array(select customer::text union select id::text from customer_joins where client_id = current_client_id() and into_id = customer),
    array(select email from customer_addresses where client_id = current_client_id() and customer_id = customer
      union select email from customer_joins where client_id = current_client_id() and into_id = customer and email is not null));
$$;
revoke all on function forget_in_audit from public;
grant execute on function forget_in_audit to deskhand_app;
