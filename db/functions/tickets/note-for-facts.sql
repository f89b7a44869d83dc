-- Notes tickets whose facts may be others. What comes with a message or a new ticket is noted for the search anyway, and passed on by
-- fold_search: neither mails nor replies cost a row more.
create or replace function note_for_facts() returns trigger language plpgsql as $$
begin
  insert into facts_waiting (client_id, ticket_id) values (new.client_id, new.ticket_id);
  return null;
end $$;
create or replace trigger step_noted_for_facts after insert on ticket_activities
  for each row when (new.kind in ('status_changed', 'reopened', 'assigned', 'team_changed', 'category_changed', 'tags_changed', 'merged',
    'unmerged', 'message_moved', 'message_received', 'order_changed', 'order_action', 'rated')) execute function note_for_facts();

-- A target that is used up is no step of a ticket.
create or replace trigger breach_noted_for_facts after update of told on ticket_clocks
  for each row when (new.told = 'breached' and old.told <> 'breached') execute function note_for_facts();

-- Nothing is needed for the tickets of a deleted store.
create or replace function note_deleted_for_facts() returns trigger language plpgsql as $$
begin
  insert into facts_waiting (client_id, ticket_id) select c.id, old.id from clients c where c.id = old.client_id;
  return null;
end $$;
create or replace trigger deleted_ticket_noted_for_facts after delete on support_tickets
  for each row execute function note_deleted_for_facts();

-- Wakes the worker when the notes are committed.
create or replace function tell_facts() returns trigger language plpgsql as $$
begin
  perform pg_notify('deskhand_figures', current_client_id()::text);
  return null;
end $$;
create or replace trigger facts_told after insert on facts_waiting for each statement execute function tell_facts();
