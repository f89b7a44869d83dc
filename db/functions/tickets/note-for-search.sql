-- Notes tickets whose document is out of date: rebuilding at once would make a message ten times as expensive.
create or replace function note_for_search() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into search_waiting (client_id, ticket_id) values (new.client_id, new.ticket_id);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and old.ticket_id <> new.ticket_id then
    -- Nothing is needed for a deleted ticket or tenant.
    insert into search_waiting (client_id, ticket_id)
      select t.client_id, t.id from support_tickets t join clients c on c.id = t.client_id
        where t.client_id = old.client_id and t.id = old.ticket_id;
  end if;
  return null;
end $$;
create or replace trigger message_noted_for_search after insert or delete or update of content, ticket_id on ticket_messages
  for each row execute function note_for_search();
create or replace trigger file_noted_for_search after insert or delete or update of filename, ticket_id on ticket_attachments
  for each row execute function note_for_search();
create or replace trigger saved_order_noted_for_search after insert or delete or update of order_number, ticket_id on ticket_orders
  for each row execute function note_for_search();

create or replace function note_ticket_for_search() returns trigger language plpgsql as $$
begin
  insert into search_waiting (client_id, ticket_id) values (new.client_id, new.id);
  return null;
end $$;
create or replace trigger ticket_noted_for_search after insert or update of subject, description, customer_id, written_from on support_tickets
  for each row execute function note_ticket_for_search();

-- Notes all of a customer's tickets in one row, however many there are.
create or replace function note_customer_for_search() returns trigger language plpgsql as $$
begin
  insert into search_waiting (client_id, customer_id) values (new.client_id, new.id);
  return null;
end $$;
create or replace trigger customer_noted_for_search after update of name, email, search_text on customers for each row
  when ((old.name, old.email, old.search_text) is distinct from (new.name, new.email, new.search_text)) execute function note_customer_for_search();

-- Returns the tickets saved with an order, and those of its customer, who may have named it.
create or replace function note_order_for_search(client uuid, number text, customer uuid) returns void language sql as $$
  insert into search_waiting (client_id, ticket_id)
    select c.id, saved.ticket_id from clients c join ticket_orders saved on saved.client_id = c.id where c.id = client and saved.order_number in (number, '#' || number);
  insert into search_waiting (client_id, customer_id)
    select c.id, customer from clients c where c.id = client and exists (select from support_tickets t where t.client_id = client and t.customer_id = customer);
$$;

create or replace function note_changed_order_for_search() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_order_for_search(old.client_id, old.order_number, old.customer_id);
  end if;
  if tg_op <> 'DELETE' then
    perform note_order_for_search(new.client_id, new.order_number, new.customer_id);
  end if;
  return null;
end $$;
create or replace trigger order_noted_for_search after insert or delete or update of order_number, name, customer_id on shopify_orders
  for each row execute function note_changed_order_for_search();

create or replace function note_parcel_for_search() returns trigger language plpgsql as $$
begin
  perform note_order_for_search(o.client_id, o.order_number, o.customer_id) from shopify_orders o
    where o.client_id = coalesce(new.client_id, old.client_id) and o.id = coalesce(new.order_id, old.order_id);
  return null;
end $$;
create or replace trigger parcel_noted_for_search after insert or delete or update of tracking_number, parcels on shopify_order_fulfillments
  for each row execute function note_parcel_for_search();

-- Notifies the job that builds documents when the notes are committed.
create or replace function tell_search() returns trigger language plpgsql as $$
begin
  perform pg_notify('deskhand_search', current_client_id()::text);
  return null;
end $$;
create or replace trigger search_told after insert on search_waiting for each statement execute function tell_search();
