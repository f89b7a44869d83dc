-- Counts tickets by kind, by assignee's and team's queue, and by tag. Changes are appended, so that no counter row is contended; a job
-- folds them.
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
  if tg_op <> 'UPDATE' or (old.assigned_to, old.team_id, was_waiting, old.is_snoozed, old.is_archived)
    is distinct from (new.assigned_to, new.team_id, is_waiting, new.is_snoozed, new.is_archived) then
    if tg_op <> 'INSERT' then
      insert into ticket_queue_deltas (client_id, assigned_to, team_id, is_waiting, is_snoozed, is_archived, delta)
        values (old.client_id, old.assigned_to, old.team_id, was_waiting, old.is_snoozed, old.is_archived, -1);
    end if;
    if tg_op <> 'DELETE' then
      insert into ticket_queue_deltas (client_id, assigned_to, team_id, is_waiting, is_snoozed, is_archived, delta)
        values (new.client_id, new.assigned_to, new.team_id, is_waiting, new.is_snoozed, new.is_archived, 1);
    end if;
  end if;
  if tg_op <> 'UPDATE' or (old.folded_tags, old.is_snoozed, old.is_archived)
    is distinct from (new.folded_tags, new.is_snoozed, new.is_archived) then
    if tg_op <> 'INSERT' and old.folded_tags <> '{}' then
      insert into ticket_tag_deltas (client_id, tag, is_snoozed, is_archived, delta)
        select distinct old.client_id, tag, old.is_snoozed, old.is_archived, -1 from unnest(old.folded_tags) as tag;
    end if;
    if tg_op <> 'DELETE' and new.folded_tags <> '{}' then
      insert into ticket_tag_deltas (client_id, tag, is_snoozed, is_archived, delta)
        select distinct new.client_id, tag, new.is_snoozed, new.is_archived, 1 from unnest(new.folded_tags) as tag;
    end if;
  end if;
  return null;
end $$;
create or replace trigger tickets_counted
  after insert or update of status, priority, category, assigned_to, team_id, waiting_since, snoozed_until, labels
  or delete on support_tickets
  for each row execute function count_ticket();
