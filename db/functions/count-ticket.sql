-- How many tickets there are of each kind, and in whose queues: appended with every change, so that no counter's row is fought
-- for; a job folds them.
create or replace function count_ticket() returns trigger language plpgsql as $$
declare
  was_waiting boolean;
  is_waiting boolean;
begin
  if tg_op <> 'INSERT' then
    was_waiting := old.waiting_since is not null and not old.is_archived;
  end if;
  if tg_op <> 'DELETE' then
    is_waiting := new.waiting_since is not null and not new.is_archived;
  end if;
  if tg_op <> 'UPDATE'
    or (old.status, old.priority, old.category, old.is_snoozed) <> (new.status, new.priority, new.category, new.is_snoozed) then
    if tg_op <> 'INSERT' then
      insert into ticket_count_deltas (client_id, status, priority, category, is_snoozed, delta)
        values (old.client_id, old.status, old.priority, old.category, old.is_snoozed, -1);
    end if;
    if tg_op <> 'DELETE' then
      insert into ticket_count_deltas (client_id, status, priority, category, is_snoozed, delta)
        values (new.client_id, new.status, new.priority, new.category, new.is_snoozed, 1);
    end if;
  end if;
  if tg_op <> 'UPDATE' or (old.assigned_to, was_waiting, old.is_snoozed, old.is_archived)
    is distinct from (new.assigned_to, is_waiting, new.is_snoozed, new.is_archived) then
    if tg_op <> 'INSERT' then
      insert into ticket_queue_deltas (client_id, assigned_to, is_waiting, is_snoozed, is_archived, delta)
        values (old.client_id, old.assigned_to, was_waiting, old.is_snoozed, old.is_archived, -1);
    end if;
    if tg_op <> 'DELETE' then
      insert into ticket_queue_deltas (client_id, assigned_to, is_waiting, is_snoozed, is_archived, delta)
        values (new.client_id, new.assigned_to, is_waiting, new.is_snoozed, new.is_archived, 1);
    end if;
  end if;
  return null;
end $$;
create or replace trigger tickets_counted
  after insert or update of status, priority, category, assigned_to, waiting_since, snoozed_until or delete on support_tickets
  for each row execute function count_ticket();
