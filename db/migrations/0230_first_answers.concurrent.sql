-- For the tickets that were first answered in some days.
drop index concurrently if exists support_tickets_first_answer;
create index concurrently support_tickets_first_answer on support_tickets (client_id, first_response_at)
  where first_response_at is not null;
