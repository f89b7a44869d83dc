-- Limits extensions of a session to its final end.
create or replace function bound_session() returns trigger language plpgsql as $$
begin
  new.expires_at := least(new.expires_at, new.ends_at);
  return new;
end $$;
create or replace trigger sessions_bound before insert or update of expires_at on sessions
  for each row execute function bound_session();
