-- When each ticket was last updated, apart from it: an index on the ticket's own updated_at would make every message write all
-- of the ticket's indexes anew.
create or replace function keep_update_time() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into ticket_update_times (client_id, ticket_id, updated_at) values (new.client_id, new.id, new.updated_at);
  else
    update ticket_update_times set updated_at = new.updated_at where client_id = new.client_id and ticket_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger tickets_update_time after insert or update of updated_at on support_tickets
  for each row execute function keep_update_time();
