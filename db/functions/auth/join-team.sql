-- Closes the invitation of a person who has joined by signing in.
create or replace function join_team() returns trigger language plpgsql as $$
begin
  update users set invited_at = null where client_id = new.client_id and id = new.id and invited_at is not null;
  return null;
end $$;
create or replace trigger identities_joined after insert on identities for each row execute function join_team();
