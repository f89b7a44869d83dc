-- Copies to ticket_places what messages change in the list's orders, with the columns that go with it in an index, such as the
-- assignee. With these indexes on the ticket itself, each message would write all indexes of the ticket anew.
create or replace function keep_ticket_place() returns trigger language plpgsql as $$
declare
  waiting constant timestamptz := case when new.is_archived then 'infinity' else coalesce(new.waiting_since, 'infinity') end;
  held_by constant uuid := coalesce(new.assigned_to, '00000000-0000-0000-0000-000000000000');
begin
  if tg_op = 'INSERT' then
    insert into ticket_places
        (client_id, ticket_id, is_archived, is_snoozed, urgency, created_at, updated_at, waiting_since, holder)
      values (new.client_id, new.id, new.is_archived, new.is_snoozed, new.urgency, new.created_at, new.updated_at, waiting, held_by);
  elsif (old.is_archived, old.is_snoozed, old.urgency, old.created_at, old.updated_at, old.waiting_since, old.assigned_to)
      is distinct from
      (new.is_archived, new.is_snoozed, new.urgency, new.created_at, new.updated_at, new.waiting_since, new.assigned_to) then
    update ticket_places p set is_archived = new.is_archived, is_snoozed = new.is_snoozed, urgency = new.urgency,
        created_at = new.created_at, updated_at = new.updated_at, waiting_since = waiting, holder = held_by
      where p.client_id = new.client_id and p.ticket_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger tickets_placed
  after insert or update of status, priority, woken_at, snoozed_until, created_at, updated_at, waiting_since, assigned_to
  on support_tickets
  for each row execute function keep_ticket_place();
