-- What a search of tickets looks through: the subject and the first message, in lower case, as support_tickets_text has it.
create or replace function ticket_text(t support_tickets) returns text
  language sql immutable
  return lower(t.subject || chr(10) || t.description);
