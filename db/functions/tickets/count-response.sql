-- Records first responses, and removes them with their ticket.
create or replace function count_response() returns trigger language plpgsql as $$
begin
  if old.first_response_at is not null then
    insert into ticket_response_deltas (client_id, responded_at, responses, response_ms)
      values (old.client_id, old.first_response_at, -1, -old.response_ms);
  end if;
  if tg_op = 'UPDATE' and new.first_response_at is not null then
    insert into ticket_response_deltas (client_id, responded_at, responses, response_ms)
      values (new.client_id, new.first_response_at, 1, new.response_ms);
  end if;
  return null;
end $$;
create or replace trigger tickets_response_counted after update of first_response_at or delete on support_tickets
  for each row execute function count_response();
