-- Makes a tenant's own support address reachable from the start.
create or replace function make_reachable() returns trigger language plpgsql as $$
begin
  insert into inbound_addresses (address, client_id, is_verified) values (new.support_email, new.id, true);
  return null;
end $$;
create or replace trigger clients_reachable after insert on clients for each row execute function make_reachable();
