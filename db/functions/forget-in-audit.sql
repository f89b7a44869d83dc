-- Removes a customer's name, address and deleted tickets' subjects from the tenant's audit log, which the application
-- cannot change. Who did what and when stays.
create or replace function forget_in_audit(customer uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with known as (
    select customer::text as id, email from customer_addresses where client_id = current_client_id() and customer_id = customer
    union
    select customer::text, null
    union
    -- A merged customer is the same person.
    select id::text, email from customer_joins where client_id = current_client_id() and into_id = customer
  ), theirs as (
    select id from known
    union
    select entry.subject_id from audit_log entry join known on entry.details ->> 'email' = known.email
      where entry.client_id = current_client_id() and entry.action = 'customer.deleted'
  )
  update audit_log set details = details - array['name', 'email', 'subject', 'reason'], subject_label = null
    where client_id = current_client_id()
      and (subject_id in (select id from theirs) or details ->> 'customerId' in (select id from theirs)
        or (action in ('mail.sender-blocked', 'mail.sender-unblocked', 'mail.sender-shared', 'mail.sender-not-shared',
          'mail.held-released') and subject_label in (select email from known)))
      and (details ?| array['name', 'email', 'subject', 'reason'] or subject_label is not null);
  -- A ticket that changed customers names both.
  update audit_log set details = details
      - case when details ->> 'fromId' = any (ids) then array['from'] else '{}' end
      - case when details ->> 'toId' = any (ids) then array['to'] else '{}' end
    from (select array(select customer::text union
      select id::text from customer_joins where client_id = current_client_id() and into_id = customer) as ids) as theirs
    where client_id = current_client_id() and action = 'ticket.customer-changed'
      and (details ->> 'fromId' = any (ids) or details ->> 'toId' = any (ids))
$$;
revoke all on function forget_in_audit from public;
grant execute on function forget_in_audit to deskhand_app;
