-- How many tickets there are of each kind: appended with every change, so that no counter's row is fought for; a job folds them.
create or replace function count_ticket() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.status, old.priority, old.category) = (new.status, new.priority, new.category) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into ticket_count_deltas (client_id, status, priority, category, delta)
      values (old.client_id, old.status, old.priority, old.category, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into ticket_count_deltas (client_id, status, priority, category, delta)
      values (new.client_id, new.status, new.priority, new.category, 1);
  end if;
  return null;
end $$;
create or replace trigger tickets_counted after insert or update of status, priority, category or delete on support_tickets
  for each row execute function count_ticket();
