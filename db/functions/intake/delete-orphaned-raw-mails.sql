-- Deletes up to so many raw mails that no log of any tenant names, as two logs that let go of one at the same moment leave it.
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
