-- A page of the tickets of a view that filters fit, in one of the list's orders after a cursor in it: `after_at` is the time that
-- the order goes by, and `after_urgency` of the order by priority alone. Each order of all, of who waits and of whose they are has
-- an index, and is walked by it: whatever else is asked for is looked at on the way, for as long as that is cheaper than
-- to look for it otherwise (rare_tickets). Each statement here is planned once, by its index: how many rows are asked for is not known to such a
-- plan, and it would rather sort them all.
create or replace function page_tickets(
  filter jsonb, archived boolean, sort text, after_urgency smallint, after_at timestamptz, after_id uuid, cap int
) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  snoozed constant boolean := filter ? 'snoozed';
  waiting constant boolean := filter ? 'needsReply';
  held_by constant uuid := case when filter ? 'unassigned' then '00000000-0000-0000-0000-000000000000' else (filter ->> 'assignee')::uuid end;
  longest constant timestamptz := case when waiting then timestamptz '9999-12-31' else 'infinity' end;
  statuses constant text[] := string_to_array(filter ->> 'status', ',');
  priorities constant text[] := string_to_array(filter ->> 'priority', ',');
  categories constant text[] := string_to_array(filter ->> 'category', ',');
  tags constant text[] := case when filter ? 'tag' then lower_all(json_texts(filter -> 'tag')) end;
  of_customer constant uuid := case when filter ? 'customer' then customer_with(filter ->> 'customer') end;
  -- Before every ticket.
  from_urgency constant smallint := coalesce(after_urgency, 9);
  from_at constant timestamptz := coalesce(after_at, case sort when 'waiting' then timestamptz '-infinity' else 'infinity' end);
  from_id constant uuid := coalesce(after_id, '00000000-0000-0000-0000-000000000000');
  bound constant int := 400;
  found uuid[];
  is_cut boolean := true;
  tagged int;
begin
  if filter ? 'customer' and of_customer is null or waiting and archived then
    return;
  end if;
  if tags is not null then
    select sum(d.delta) into tagged from ticket_tag_deltas d where d.client_id = client and d.tag = any (tags);
    if coalesce(tagged, 0) = 0 then
      return;
    end if;
  end if;
  if tagged <= 500 then
    -- Rare, as the counters know.
    null;
  elsif sort = 'priority' and held_by is null and not waiting then
    select array_agg(w.id) filter (where w.fits), bool_or(w.n = bound) into found, is_cut from (
      select * from (select o.*, row_number() over () as n from (
        select t.id, ticket_fits(t, statuses, priorities, categories, of_customer, tags) as fits from support_tickets t
          where t.client_id = client and t.is_archived = archived and t.is_snoozed = snoozed
            and (t.urgency, t.created_at, t.id) < (from_urgency, from_at, from_id)
          order by t.urgency desc, t.created_at desc, t.id desc limit bound) as o) as c
      where c.fits or c.n = bound limit cap) as w;
  elsif sort = 'priority' and held_by is null then
    select array_agg(w.id) filter (where w.fits), bool_or(w.n = bound) into found, is_cut from (
      select * from (select o.*, row_number() over () as n from (
        select t.id, ticket_fits(t, statuses, priorities, categories, of_customer, tags) as fits
          from ticket_places p join support_tickets t on t.client_id = client and t.id = p.ticket_id
          where p.client_id = client and p.is_snoozed = snoozed and p.waiting_since < 'infinity'
            and (p.urgency, p.created_at, p.ticket_id) < (from_urgency, from_at, from_id)
          order by p.urgency desc, p.created_at desc, p.ticket_id desc limit bound) as o) as c
      where c.fits or c.n = bound limit cap) as w;
  elsif sort = 'priority' and filter ? 'unassigned' then
    select array_agg(w.id) filter (where w.fits), bool_or(w.n = bound) into found, is_cut from (
      select * from (select o.*, row_number() over () as n from (
        select t.id, (t.waiting_since is not null or not waiting)
            and ticket_fits(t, statuses, priorities, categories, of_customer, tags) as fits from support_tickets t
          where t.client_id = client and t.assigned_to is null and t.is_archived = archived and t.is_snoozed = snoozed
            and (t.urgency, t.created_at, t.id) < (from_urgency, from_at, from_id)
          order by t.urgency desc, t.created_at desc, t.id desc limit bound) as o) as c
      where c.fits or c.n = bound limit cap) as w;
  elsif sort = 'priority' then
    select array_agg(w.id) filter (where w.fits), bool_or(w.n = bound) into found, is_cut from (
      select * from (select o.*, row_number() over () as n from (
        select t.id, (t.waiting_since is not null or not waiting)
            and ticket_fits(t, statuses, priorities, categories, of_customer, tags) as fits from support_tickets t
          where t.client_id = client and t.assigned_to = held_by and t.is_archived = archived and t.is_snoozed = snoozed
            and (t.urgency, t.created_at, t.id) < (from_urgency, from_at, from_id)
          order by t.urgency desc, t.created_at desc, t.id desc limit bound) as o) as c
      where c.fits or c.n = bound limit cap) as w;
  elsif sort = 'activity' and held_by is null then
    select array_agg(w.id) filter (where w.fits), bool_or(w.n = bound) into found, is_cut from (
      select * from (select o.*, row_number() over () as n from (
        select t.id, p.waiting_since <= longest and ticket_fits(t, statuses, priorities, categories, of_customer, tags) as fits
          from ticket_places p join support_tickets t on t.client_id = client and t.id = p.ticket_id
          where p.client_id = client and p.is_archived = archived and p.is_snoozed = snoozed
            and (p.updated_at, p.ticket_id) < (from_at, from_id)
          order by p.updated_at desc, p.ticket_id desc limit bound) as o) as c
      where c.fits or c.n = bound limit cap) as w;
  elsif sort = 'activity' then
    select array_agg(w.id) filter (where w.fits), bool_or(w.n = bound) into found, is_cut from (
      select * from (select o.*, row_number() over () as n from (
        select t.id, p.waiting_since <= longest and ticket_fits(t, statuses, priorities, categories, of_customer, tags) as fits
          from ticket_places p join support_tickets t on t.client_id = client and t.id = p.ticket_id
          where p.client_id = client and p.holder = held_by and p.is_archived = archived and p.is_snoozed = snoozed
            and (p.updated_at, p.ticket_id) < (from_at, from_id)
          order by p.updated_at desc, p.ticket_id desc limit bound) as o) as c
      where c.fits or c.n = bound limit cap) as w;
  elsif held_by is null then
    select array_agg(w.id) filter (where w.fits), bool_or(w.n = bound) into found, is_cut from (
      select * from (select o.*, row_number() over () as n from (
        select t.id, ticket_fits(t, statuses, priorities, categories, of_customer, tags) as fits
          from ticket_places p join support_tickets t on t.client_id = client and t.id = p.ticket_id
          where p.client_id = client and p.is_archived = archived and p.is_snoozed = snoozed
            and (p.waiting_since, p.ticket_id) > (from_at, from_id) and p.waiting_since <= longest
          order by p.waiting_since, p.ticket_id limit bound) as o) as c
      where c.fits or c.n = bound limit cap) as w;
  else
    select array_agg(w.id) filter (where w.fits), bool_or(w.n = bound) into found, is_cut from (
      select * from (select o.*, row_number() over () as n from (
        select t.id, ticket_fits(t, statuses, priorities, categories, of_customer, tags) as fits
          from ticket_places p join support_tickets t on t.client_id = client and t.id = p.ticket_id
          where p.client_id = client and p.holder = held_by and p.is_archived = archived and p.is_snoozed = snoozed
            and (p.waiting_since, p.ticket_id) > (from_at, from_id) and p.waiting_since <= longest
          order by p.waiting_since, p.ticket_id limit bound) as o) as c
      where c.fits or c.n = bound limit cap) as w;
  end if;
  if is_cut and coalesce(cardinality(found), 0) < cap then
    found := rare_tickets(filter, archived, sort, after_urgency, after_at, after_id, cap);
    if found is null then
      -- It is to be planned freely; with this function the settings end.
      perform set_config(name, 'on', true)
        from unnest('{enable_seqscan,enable_bitmapscan,enable_sort,enable_hashjoin,enable_mergejoin}'::text[]) as name;
      return query select unnest(page_found('{}', null, null, '', filter, archived, sort, after_urgency, after_at, after_id, cap));
      return;
    end if;
  end if;
  return query select unnest(found);
end $$;
revoke all on function page_tickets from public;
grant execute on function page_tickets to deskhand_app;
