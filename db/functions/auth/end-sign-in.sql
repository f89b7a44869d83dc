-- Ends the sign-in of somebody who is removed, with their sessions and passkeys, and frees its address.
create or replace function end_sign_in() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from identities where client_id = new.client_id and id = new.id;
  return null;
end $$;
revoke all on function end_sign_in from public;

create or replace trigger users_removed after update of deleted_at on users for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function end_sign_in();
