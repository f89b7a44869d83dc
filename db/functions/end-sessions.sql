-- Who is deactivated is signed out everywhere in the same transaction; sessions are not the application's to end.
create or replace function end_sessions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sessions where user_id = new.id;
  return null;
end $$;
revoke all on function end_sessions from public;
create or replace trigger users_deactivated after update of is_active on users for each row
  when (old.is_active and not new.is_active) execute function end_sessions();
