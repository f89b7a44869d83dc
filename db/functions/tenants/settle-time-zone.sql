-- Replaces a time zone unknown to this database by UTC, because sign-up does not ask for it and must not fail.
create or replace function settle_time_zone() returns trigger language plpgsql as $$
begin
  perform timezone(new.time_zone, now());
  return new;
exception when invalid_parameter_value then
  new.time_zone := 'UTC';
  return new;
end $$;
create or replace trigger clients_time_zone before insert on clients for each row execute function settle_time_zone();
