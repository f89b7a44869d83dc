-- Whether the mail of a message to an address waits for an earlier one of the same ticket to it, which has neither left nor failed
-- (docs/product.md#delivery-states). Earlier is what stands before it in the thread.
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
