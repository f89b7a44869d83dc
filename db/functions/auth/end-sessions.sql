-- Ends a deactivated person's sessions in the same transaction; the application cannot end sessions itself.
create or replace function end_sessions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sessions where user_id = new.id;
  return null;
end $$;
revoke all on function end_sessions from public;
-- Ends a person's sessions when their second factor is removed, and stops trusting their browsers.
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
