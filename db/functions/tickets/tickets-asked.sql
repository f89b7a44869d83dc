-- Returns the part of a statement after "select" for a view's tickets that match filters: each is a ticket `t`, on
-- request with its place `p`, whose indexes may be used. $1 is the store, $2 whether archived, $3 whether snoozed, $4
-- the filters. Those of every view leave the second and third out.
create or replace function tickets_asked(filter jsonb, is_placed boolean) returns text
  language sql immutable
  return case when is_placed
    then ' from ticket_places p join support_tickets t on t.client_id = p.client_id and t.id = p.ticket_id
      where p.client_id = $1 and t.client_id = $1' || case when filter ? 'everywhere' then '' else ' and p.is_archived = $2 and p.is_snoozed = $3' end
      || case when filter ? 'needsReply' then ' and p.waiting_since < ''infinity''' else '' end
    else ' from support_tickets t where t.client_id = $1'
      || case when filter ? 'everywhere' then '' else ' and t.is_archived = $2 and t.is_snoozed = $3' end end
    || filter_conditions('$4', filter);

-- Returns those of a few tickets that are in a view (in any if `archived` is null), in one of the list's orders after a
-- cursor, up to a limit.
create or replace function order_tickets(
  few uuid[], archived boolean, snoozed boolean, sort text, after_urgency smallint, after_at timestamptz, after_id uuid, cap int
) returns uuid[]
  language plpgsql stable as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
begin
  return array(
    select p.ticket_id from unnest(few) as one (id)
      join ticket_places p on p.client_id = client and p.ticket_id = one.id
    where (archived is null or p.is_archived = archived and p.is_snoozed = snoozed)
      and (after_id is null or case sort when 'priority' then (p.urgency, p.created_at, p.ticket_id) < (after_urgency, after_at, after_id)
        when 'activity' then (p.updated_at, p.ticket_id) < (after_at, after_id)
        when 'due' then (p.due_at, p.ticket_id) > (after_at, after_id)
        else (p.waiting_since, p.ticket_id) > (after_at, after_id) end)
    order by case when sort = 'priority' then p.urgency end desc,
      case sort when 'priority' then p.created_at when 'activity' then p.updated_at end desc,
      case sort when 'waiting' then p.waiting_since when 'due' then p.due_at end,
      case when sort in ('waiting', 'due') then p.ticket_id end, p.ticket_id desc
    limit cap);
end $$;
revoke all on function order_tickets from public;
