-- Returns a ticket's searched text, its subject and first message in lower case, as in support_tickets_text.
create or replace function ticket_text(t support_tickets) returns text
  language sql immutable
  return lower(t.subject || chr(10) || t.description);
