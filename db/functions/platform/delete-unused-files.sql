-- Locks files in a fixed order before deleting, so that concurrent deletions of the same files cannot deadlock. A
-- caller that also deletes rows referring to shared files must lock the files first.
create or replace procedure delete_unused_files(file_ids uuid[]) language plpgsql as $$
declare
  unwanted uuid;
begin
  perform from files where id = any (file_ids) order by id for update;
  foreach unwanted in array file_ids loop
    begin
      delete from files where id = unwanted;
    exception when foreign_key_violation then
      null; -- Still referred to.
    end;
  end loop;
end $$;
