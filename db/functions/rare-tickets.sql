-- A page of the tickets that filters fit, as page_tickets finds it, where they are too rare for walking along an order. The first of
-- a customer, who waits, a status and a tag of which there are at most 500 is taken, and what else is asked for is looked for among
-- those; null where all are common. It is planned as page_tickets is, but for the index of tags.
create or replace function rare_tickets(
  filter jsonb, archived boolean, sort text, after_urgency smallint, after_at timestamptz, after_id uuid, cap int
) returns uuid[]
  language plpgsql stable set enable_bitmapscan = on as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  snoozed constant boolean := filter ? 'snoozed';
  waiting constant boolean := filter ? 'needsReply';
  held_by constant uuid := case when filter ? 'unassigned' then '00000000-0000-0000-0000-000000000000' else (filter ->> 'assignee')::uuid end;
  statuses constant text[] := string_to_array(filter ->> 'status', ',');
  of_customer constant uuid := case when filter ? 'customer' then customer_with(filter ->> 'customer') end;
  tags constant text[] := case when filter ? 'tag' then lower_all(json_texts(filter -> 'tag')) end;
  most constant int := 500;
  few uuid[];
begin
  if of_customer is not null then
    few := array(select t.id from support_tickets t
      where t.client_id = client and t.customer_id = of_customer limit most + 1);
  end if;
  if waiting and coalesce(cardinality(few) > most, true) then
    few := array(select p.ticket_id from ticket_places p
      where p.client_id = client and p.is_archived = archived and p.is_snoozed = snoozed and p.waiting_since < 'infinity'
        and (held_by is null or p.holder = held_by) limit most + 1);
  end if;
  if statuses is not null and coalesce(cardinality(few) > most, true) then
    few := array(select t.id from support_tickets t
      where t.client_id = client and t.status = any (statuses) and t.is_snoozed = snoozed limit most + 1);
  end if;
  if tags is not null and coalesce(cardinality(few) > most, true) then
    few := array(select t.id from support_tickets t
      where t.client_id = client and t.labels <> '{}' and t.folded_tags && tags limit most + 1);
  end if;
  if coalesce(cardinality(few) > most, true) then
    return null;
  end if;
  return order_tickets(few, filter, archived, sort, after_urgency, after_at, after_id, cap);
end $$;
revoke all on function rare_tickets from public;

-- Those of few tickets that are in a view and that the filters fit, in one of the list's orders after a cursor in it, up to so many.
create or replace function order_tickets(
  few uuid[], filter jsonb, archived boolean, sort text, after_urgency smallint, after_at timestamptz, after_id uuid, cap int
) returns uuid[]
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  snoozed constant boolean := filter ? 'snoozed';
  waiting constant boolean := filter ? 'needsReply';
  held_by constant uuid := case when filter ? 'unassigned' then '00000000-0000-0000-0000-000000000000' else (filter ->> 'assignee')::uuid end;
  statuses constant text[] := string_to_array(filter ->> 'status', ',');
  priorities constant text[] := string_to_array(filter ->> 'priority', ',');
  categories constant text[] := string_to_array(filter ->> 'category', ',');
  of_customer constant uuid := case when filter ? 'customer' then customer_with(filter ->> 'customer') end;
  tags constant text[] := case when filter ? 'tag' then lower_all(json_texts(filter -> 'tag')) end;
begin
  if filter ? 'customer' and of_customer is null then
    return '{}';
  end if;
  return array(
    select p.ticket_id from unnest(few) as one (id)
      join ticket_places p on p.client_id = client and p.ticket_id = one.id
      join support_tickets t on t.client_id = client and t.id = one.id
    where p.is_archived = archived and p.is_snoozed = snoozed
      and (p.waiting_since < 'infinity' or not waiting)
      and (held_by is null or p.holder = held_by) and ticket_fits(t, statuses, priorities, categories, of_customer, tags)
      and (after_id is null or case sort when 'priority' then (p.urgency, p.created_at, p.ticket_id) < (after_urgency, after_at, after_id)
        when 'activity' then (p.updated_at, p.ticket_id) < (after_at, after_id)
        else (p.waiting_since, p.ticket_id) > (after_at, after_id) end)
    order by case when sort = 'priority' then p.urgency end desc,
      case sort when 'priority' then p.created_at when 'activity' then p.updated_at end desc,
      case when sort = 'waiting' then p.waiting_since end,
      case when sort = 'waiting' then p.ticket_id end, p.ticket_id desc
    limit cap);
end $$;
revoke all on function order_tickets from public;
