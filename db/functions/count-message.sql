-- Counts on the ticket's own row, which is locked by whoever adds to the ticket anyway; and how long the customer waited for the
-- first answer, from their first message to an agent's first one after it. An agent's own opening of a ticket answers nobody.
create or replace function count_message() returns trigger language plpgsql as $$
declare
  earliest timestamptz;
  asked_at timestamptz;
begin
  if new.message_type = 'internal' then
    update support_tickets set note_count = note_count + 1 where client_id = new.client_id and id = new.ticket_id;
    return null;
  end if;
  update support_tickets set message_count = message_count + 1 where client_id = new.client_id and id = new.ticket_id
    returning first_response_at into earliest;
  if new.is_from_customer or new.is_automatic or earliest <= new.created_at then
    return null;
  end if;
  select min(created_at) into asked_at from ticket_messages
    where client_id = new.client_id and ticket_id = new.ticket_id and message_type = 'email'
      and is_from_customer and not is_automatic and created_at <= new.created_at;
  if asked_at is not null then
    update support_tickets
      set first_response_at = new.created_at, response_ms = extract(epoch from new.created_at - asked_at) * 1000
      where client_id = new.client_id and id = new.ticket_id;
  end if;
  return null;
end $$;
create or replace trigger messages_counted after insert on ticket_messages for each row execute function count_message();
