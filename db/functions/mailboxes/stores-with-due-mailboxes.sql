-- Lists active stores with a mailbox that somebody is to connect to, for the worker.
create or replace function stores_with_due_mailboxes() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select distinct m.client_id from mailboxes m join clients c on c.id = m.client_id
    where m.due_at <= clock_timestamp() and (m.held_until is null or m.held_until <= clock_timestamp()) and c.status = 'active';
  end;
revoke all on function stores_with_due_mailboxes from public;
grant execute on function stores_with_due_mailboxes to deskhand_app;
