-- Deletes the given raw mails that no tenant's log names any more: a mail may have gone to several tenants.
create or replace function delete_unused_raw_mails(mail_ids uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  unwanted uuid;
begin
  foreach unwanted in array mail_ids loop
    begin
      delete from raw_mails where id = unwanted;
    exception when foreign_key_violation then
      null; -- Still named by a log.
    end;
  end loop;
end $$;
revoke all on function delete_unused_raw_mails from public;
grant execute on function delete_unused_raw_mails to deskhand_app;
