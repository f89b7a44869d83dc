-- The name of a team that is being deleted is free again.
drop index concurrently if exists teams_open_name;
create unique index concurrently teams_open_name on teams (client_id, lower(name)) where deleted_at is null;
drop index concurrently if exists teams_name;
