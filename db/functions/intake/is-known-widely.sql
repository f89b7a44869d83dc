-- Whether at least this many stores know a network from its mail; does not say which.
create or replace function is_known_widely(source text, stores int) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) >= stores from (
    select from intake_networks where network = source and known_by = 'history' limit greatest(stores, 1)
  ) known
$$;
revoke all on function is_known_widely from public;
grant execute on function is_known_widely to deskhand_app;
