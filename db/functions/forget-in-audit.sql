-- Takes a customer's name and address, and the subjects of their deleted tickets, out of the tenant's audit log, which the
-- application may not change: what was done by whom and when stays.
create or replace function forget_in_audit(customer uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with known as (
    select id::text as id, email from customers where client_id = current_client_id() and id = customer
  ), theirs as (
    select id from known
    union
    select entry.subject_id from audit_log entry join known on entry.details ->> 'email' = known.email
      where entry.client_id = current_client_id() and entry.action = 'customer.deleted'
  )
  update audit_log set details = details - array['name', 'email', 'subject'], subject_label = null
    where client_id = current_client_id()
      and (subject_id in (select id from theirs) or details ->> 'customerId' in (select id from theirs))
      and (details ?| array['name', 'email', 'subject'] or subject_label is not null)
$$;
revoke all on function forget_in_audit from public;
grant execute on function forget_in_audit to deskhand_app;
