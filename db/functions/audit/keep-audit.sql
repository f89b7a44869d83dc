-- Keeps the audit log append-only, even for its owner. Allows two exceptions: an erasure removes personal words and
-- nothing else, and a tenant's entries are deleted with the tenant.
create or replace function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    -- Generated columns are computed from the action afterwards.
    if new.subject_label is null and new.details = old.details - array['name', 'email', 'subject', 'reason']
      and to_jsonb(new) - array['details', 'subject_label', 'kind'] = to_jsonb(old) - array['details', 'subject_label', 'kind']
    then return new; end if;
    if old.action = 'ticket.customer-changed' and new.details in (old.details - 'from', old.details - 'to', old.details - array['from', 'to'])
      and to_jsonb(new) - array['details', 'kind'] = to_jsonb(old) - array['details', 'kind']
    then return new; end if;
  elsif tg_op = 'DELETE' then
    if not exists (select from clients where id = old.client_id) then return old; end if;
  end if;
  raise exception 'The audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger audit_log_kept before update or delete on audit_log for each row execute function keep_audit();
create or replace trigger audit_log_not_emptied before truncate on audit_log for each statement execute function keep_audit();
