-- When the last backup was made is told to admins: its command says so where the processes say how they are.
alter table server_parts drop constraint server_parts_part_check;
alter table server_parts add constraint server_parts_part_check check (part in ('worker', 'receiver', 'relay', 'disk', 'backup'));
