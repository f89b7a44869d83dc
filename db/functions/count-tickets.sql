-- How many tickets of a view filters fit, counted to a cap, where no counter knows it. What the counters know of one filter says by
-- which they are fewest to look through: a customer's, those with a tag, or a queue.
create or replace function count_tickets(filter jsonb, archived boolean, cap int) returns int
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  snoozed constant boolean := filter ? 'snoozed';
  waiting constant boolean := filter ? 'needsReply';
  holder constant uuid := filter ->> 'assignee';
  statuses constant text[] := string_to_array(filter ->> 'status', ',');
  priorities constant text[] := string_to_array(filter ->> 'priority', ',');
  categories constant text[] := string_to_array(filter ->> 'category', ',');
  tags constant text[] := case when filter ? 'tag' then lower_all(json_texts(filter -> 'tag')) end;
  of_customer constant uuid := case when filter ? 'customer' then customer_with(filter ->> 'customer') end;
  queued int;
  tagged int;
begin
  if filter ? 'customer' then
    return (select count(*) from (select from support_tickets t
      where t.client_id = client and t.customer_id = of_customer and t.is_archived = archived and t.is_snoozed = snoozed
        and (t.waiting_since is not null and not archived or not waiting) and ticket_queue_matches(t.assigned_to, filter)
        and ticket_fits(t, statuses, priorities, categories, null, tags) limit cap) as found);
  end if;
  select coalesce(sum(q.delta), 0) into queued from ticket_queue_deltas q
    where q.client_id = client and q.is_archived = archived and q.is_snoozed = snoozed and (q.is_waiting or not waiting)
      and ticket_queue_matches(q.assigned_to, filter);
  if tags is not null then
    select coalesce(sum(d.delta), 0) into tagged from ticket_tag_deltas d where d.client_id = client and d.tag = any (tags);
  end if;
  if queued = 0 or tagged = 0 then
    return 0;
  elsif tagged < queued then
    return (select count(*) from (select from support_tickets t
      where t.client_id = client and t.labels <> '{}' and t.folded_tags && tags and t.is_archived = archived and t.is_snoozed = snoozed
        and (t.waiting_since is not null or not waiting) and ticket_queue_matches(t.assigned_to, filter)
        and ticket_fits(t, statuses, priorities, categories, null, null) limit cap) as found);
  elsif holder is not null then
    return (select count(*) from (select from support_tickets t
      where t.client_id = client and t.assigned_to = holder and t.is_archived = archived and t.is_snoozed = snoozed
        and (t.waiting_since is not null or not waiting)
        and ticket_fits(t, statuses, priorities, categories, null, tags) limit cap) as found);
  elsif filter ? 'unassigned' then
    return (select count(*) from (select from support_tickets t
      where t.client_id = client and t.assigned_to is null and t.is_archived = archived and t.is_snoozed = snoozed
        and (t.waiting_since is not null or not waiting)
        and ticket_fits(t, statuses, priorities, categories, null, tags) limit cap) as found);
  end if;
  return (select count(*) from (select from support_tickets t
    where t.client_id = client and t.is_archived = archived and t.is_snoozed = snoozed
      and (t.waiting_since is not null or not waiting)
      and ticket_fits(t, statuses, priorities, categories, null, tags) limit cap) as found);
end $$;
revoke all on function count_tickets from public;
grant execute on function count_tickets to deskhand_app;
