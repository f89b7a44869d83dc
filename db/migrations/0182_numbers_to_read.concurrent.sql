-- Finds what was kept before the numbers in it were; once all is read, nothing is in these.
drop index concurrently if exists ticket_messages_numbers_to_read;
create index concurrently ticket_messages_numbers_to_read on ticket_messages (client_id, id)
  where named_numbers is null and message_type = 'email' and is_from_customer and not is_automatic;
drop index concurrently if exists support_tickets_numbers_to_read;
create index concurrently support_tickets_numbers_to_read on support_tickets (client_id, id) where named_numbers is null;
