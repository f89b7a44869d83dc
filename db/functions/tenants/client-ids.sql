-- Lists tenants for upkeep, which then enters each one: only this function runs as the owner, and it returns only ids.
create or replace function client_ids() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select id from clients order by id;
  end;
revoke all on function client_ids from public;
grant execute on function client_ids to deskhand_app;
