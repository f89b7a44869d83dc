-- Who is deactivated is signed out everywhere in the same transaction; sessions are not the application's to end.
create or replace function end_sessions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sessions where user_id = new.id;
  return null;
end $$;
revoke all on function end_sessions from public;
-- The same for somebody of the tenant whose second factor is taken away; no browser is trusted in its place any more.
create or replace function end_sessions_of(person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from users where client_id = current_client_id() and id = person) then return; end if;
  delete from sessions where user_id = person;
  delete from verifications where value = person::text and identifier like 'trusted:%';
end $$;
revoke all on function end_sessions_of from public;
grant execute on function end_sessions_of to deskhand_app;

create or replace trigger users_deactivated after update of is_active on users for each row
  when (old.is_active and not new.is_active) execute function end_sessions();
