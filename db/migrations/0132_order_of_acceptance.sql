-- A mail stands in its thread where it was accepted (created_at), however much later it was read, or let out of the quarantine. When it
-- came to stand there is what unread marks, answers and "the conversation moved on" go by; empty where that is the same moment.
alter table ticket_messages add column added_at timestamptz(3);
