-- Locked in one order before the first is deleted, so that two who delete the same files never wait for each other. Who also
-- deletes rows of files that others may use as well has to lock the files before those rows.
create or replace procedure delete_unused_files(file_ids uuid[]) language plpgsql as $$
declare
  unwanted uuid;
begin
  perform from files where id = any (file_ids) order by id for update;
  foreach unwanted in array file_ids loop
    begin
      delete from files where id = unwanted;
    exception when foreign_key_violation then
      null; -- Something refers to it.
    end;
  end loop;
end $$;
