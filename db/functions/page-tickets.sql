-- The tickets of a view in one of the list's orders after a cursor in it, for what is asked all day: an order by itself, who waits
-- (by priority, or the longest first), or whose they are (by priority). Each has an index of its own and is planned once, by it:
-- how many rows are asked for is not known to such a plan, and it would rather sort them all. Whatever else is asked for is
-- search_tickets'.
create or replace function page_tickets(
  filter jsonb, archived boolean, sort text, after_urgency smallint, after_at timestamptz, after_id uuid, cap int
) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  snoozed constant boolean := filter ? 'snoozed';
  waiting constant boolean := filter ? 'needsReply';
  holder constant uuid := filter ->> 'assignee';
  -- Before every ticket.
  from_urgency constant smallint := coalesce(after_urgency, 9);
  from_at constant timestamptz := coalesce(after_at, case sort when 'waiting' then timestamptz '-infinity' else 'infinity' end);
  from_id constant uuid := coalesce(after_id, '00000000-0000-0000-0000-000000000000');
  longest constant timestamptz := case when waiting then timestamptz '9999-12-31' else 'infinity' end;
begin
  if sort = 'activity' then
    return query select p.ticket_id from ticket_places p
      where p.client_id = client and p.is_archived = archived and p.is_snoozed = snoozed
        and (p.updated_at, p.ticket_id) < (from_at, from_id)
      order by p.updated_at desc, p.ticket_id desc limit cap;
  elsif sort = 'waiting' then
    return query select p.ticket_id from ticket_places p
      where p.client_id = client and p.is_archived = archived and p.is_snoozed = snoozed
        and (p.waiting_since, p.ticket_id) > (from_at, from_id) and p.waiting_since <= longest
      order by p.waiting_since, p.ticket_id limit cap;
  elsif waiting then
    return query select p.ticket_id from ticket_places p
      where p.client_id = client and not archived and p.is_snoozed = snoozed and p.waiting_since < 'infinity'
        and (p.urgency, p.created_at, p.ticket_id) < (from_urgency, from_at, from_id)
      order by p.urgency desc, p.created_at desc, p.ticket_id desc limit cap;
  elsif filter ? 'unassigned' then
    return query select t.id from support_tickets t
      where t.client_id = client and t.assigned_to is null and t.is_archived = archived and t.is_snoozed = snoozed
        and (t.urgency, t.created_at, t.id) < (from_urgency, from_at, from_id)
      order by t.urgency desc, t.created_at desc, t.id desc limit cap;
  elsif holder is not null then
    return query select t.id from support_tickets t
      where t.client_id = client and t.assigned_to = holder and t.is_archived = archived and t.is_snoozed = snoozed
        and (t.urgency, t.created_at, t.id) < (from_urgency, from_at, from_id)
      order by t.urgency desc, t.created_at desc, t.id desc limit cap;
  else
    return query select t.id from support_tickets t
      where t.client_id = client and t.is_archived = archived and t.is_snoozed = snoozed
        and (t.urgency, t.created_at, t.id) < (from_urgency, from_at, from_id)
      order by t.urgency desc, t.created_at desc, t.id desc limit cap;
  end if;
end $$;
revoke all on function page_tickets from public;
grant execute on function page_tickets to deskhand_app;
