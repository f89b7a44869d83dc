-- Deletes a limited number of raw mails that no tenant's log names, left over when two logs drop a mail at the same
-- time.
create or replace function delete_orphaned_raw_mails(most int) returns int
  language sql security definer set search_path = public, pg_temp as $$
  with orphans as (
    select r.id from raw_mails r where r.received_at < now() - interval '1 day'
      and not exists (select from mail_log m where m.raw_mail_id = r.id) limit most
  ), gone as (
    delete from raw_mails where id in (select id from orphans) returning id
  )
  select count(*)::int from gone
$$;
revoke all on function delete_orphaned_raw_mails from public;
grant execute on function delete_orphaned_raw_mails to deskhand_app;
