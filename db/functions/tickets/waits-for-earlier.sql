-- Whether a message's mail to an address waits for an earlier one of the ticket to it that has neither left nor failed
-- (docs/product.md#delivery-states). "Earlier" is by position in the thread.
create or replace function waits_for_earlier(message uuid, address text) returns boolean
  language sql stable
  begin atomic
    select exists (
      select from outgoing_mails o
        join ticket_messages e on e.client_id = o.client_id and e.id = o.message_id
        join ticket_messages m on m.client_id = o.client_id and m.id = message and m.ticket_id = e.ticket_id
      where o.client_id = current_client_id() and o.state = 'queued' and o.to_email = address
        and (e.created_at, e.id) < (m.created_at, m.id));
  end;
