-- Takes names, addresses and the subjects of deleted tickets of somebody, who is known by these ids and addresses, out of the tenant's audit
-- log, which the application may not change: what was done by whom and when stays. `their_ids` is who they are and was joined with them.
create or replace function forget_person_in_audit(their_ids text[], addresses text[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with theirs as (
    select unnest(their_ids) as id
    union
    select entry.subject_id from audit_log entry
      where entry.client_id = current_client_id() and entry.action = 'customer.deleted' and entry.details ->> 'email' = any (addresses)
  )
  update audit_log set details = details - array['name', 'email', 'subject', 'reason'], subject_label = null
    where client_id = current_client_id()
      and (subject_id in (select id from theirs) or details ->> 'customerId' in (select id from theirs)
        or (action in ('mail.sender-blocked', 'mail.sender-unblocked', 'mail.sender-shared', 'mail.sender-not-shared',
          'mail.held-released') and subject_label = any (addresses)))
      and (details ?| array['name', 'email', 'subject', 'reason'] or subject_label is not null);
  -- On a ticket that went from one customer to another both are named.
  update audit_log set details = details
      - case when details ->> 'fromId' = any (their_ids) then array['from'] else '{}' end
      - case when details ->> 'toId' = any (their_ids) then array['to'] else '{}' end
    where client_id = current_client_id() and action = 'ticket.customer-changed'
      and (details ->> 'fromId' = any (their_ids) or details ->> 'toId' = any (their_ids))
$$;
revoke all on function forget_person_in_audit from public;
grant execute on function forget_person_in_audit to deskhand_app;
