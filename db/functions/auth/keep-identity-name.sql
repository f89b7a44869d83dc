-- Copies a profile's name to the identity, which the application cannot reach, in the same transaction.
create or replace function keep_identity_name() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update identities set name = new.name, updated_at = now() where client_id = new.client_id and id = new.id;
  return null;
end $$;
revoke all on function keep_identity_name from public;
create or replace trigger users_named after update of name on users for each row
  when (old.name is distinct from new.name) execute function keep_identity_name();
