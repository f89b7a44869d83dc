-- Notifies web processes, on the channel of events, to drop what they cached about a person and to end live connections
-- whenever a session ends or a profile changes.
create or replace function tell_person_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('deskhand_events', json_build_object('personChanged', to_jsonb(old) ->> tg_argv[0])::text);
  return null;
end $$;
create or replace trigger sessions_changed after delete or update of expires_at on sessions for each row execute function tell_person_changed('user_id');
create or replace trigger users_changed after update of is_active, role, name, email on users for each row
  when ((old.is_active, old.role, old.name, old.email) is distinct from (new.is_active, new.role, new.name, new.email)) execute function tell_person_changed('id');
-- A store's security rule drops the cache of everybody: it changes rarely.
create or replace trigger clients_secured after update of requires_two_factor on clients for each row
  when (old.requires_two_factor is distinct from new.requires_two_factor) execute function tell_person_changed('everybody');
