-- The tickets of a view that the filters fit and that hold a text, or have it as their number, in one of the list's orders after
-- a cursor in it: `after_at` is the time that the order goes by, and `after_urgency` of the order by priority alone. What many of
-- the first 60 hold is common, and found by walking on: the trigram index would list nearly everything. A text without three
-- letters in a row, which no index holds, is looked for among the first 10,000; a ticket's number always. Each statement is planned
-- for the filters that are set, but what the counters know to be none is not looked for, and what has a rare tag or stands in a short queue
-- is found by that first: the planner takes a tag that it does not know for a common one, and knows nothing of who waits for whom. Few rows are declared, so that no plan reads all tickets to join those found.
create or replace function search_tickets(
  typed text, filter jsonb, archived boolean, sort text, after_urgency smallint, after_at timestamptz, after_id uuid, cap int
) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  snoozed constant boolean := filter ? 'snoozed';
  waiting constant boolean := filter ? 'needsReply';
  number constant int := search_number(typed);
  pattern constant text := '%' || search_like(lower(typed)) || '%';
  -- Orders that messages change are of ticket_places, and so is who waits.
  is_placed constant boolean := waiting or sort <> 'priority';
  place constant text := case when is_placed then 'p' else 't' end;
  ticket constant text := case when is_placed then 'p.ticket_id' else 't.id' end;
  viewed text := 'select t, ' || ticket || ' as id, '
    || case sort when 'priority' then place || '.urgency, ' || place || '.created_at as at'
      when 'activity' then 'p.updated_at as at' else 'p.waiting_since as at' end
    || ' from support_tickets t '
    || case when is_placed then 'join ticket_places p on p.client_id = t.client_id and p.ticket_id = t.id ' else '' end
    || 'where t.client_id = $1 and ' || place || '.client_id = $1 and ' || place || '.is_archived = $2 and ' || place || '.is_snoozed = $3'
    || case when waiting then ' and p.waiting_since < ''infinity''' else '' end
    || case when after_id is null then '' else case sort
      when 'priority' then ' and (' || place || '.urgency, ' || place || '.created_at, ' || ticket || ') < ($4, $5, $6)'
      when 'activity' then ' and (p.updated_at, p.ticket_id) < ($5, $6)'
      else ' and (p.waiting_since, p.ticket_id) > ($5, $6)' end end;
  ordered constant text := ' order by ' || case sort when 'priority' then 'urgency desc, at desc, id desc'
    when 'activity' then 'at desc, id desc' else 'at, id' end || ' limit ';
  matching constant text := ' as viewed where ticket_matches(t, $7)';
  numbered constant text := case when number is not null then ' or (t).ticket_number = $9' else '' end;
  is_common boolean := false;
  is_bounded boolean := false;
  matching_queue int;
  few uuid[];
  found uuid[];
begin
  if filter ?| '{needsReply,assignee,unassigned}' then
    select coalesce(sum(q.delta), 0) into matching_queue from ticket_queue_deltas q
      where q.client_id = client and q.is_archived = archived and q.is_snoozed = snoozed and (q.is_waiting or not waiting)
        and ticket_queue_matches(q.assigned_to, filter);
    if matching_queue = 0 then
      return;
    end if;
  end if;
  if filter ? 'tag' then
    execute 'select array(select id from support_tickets where client_id = $1 and labels <> ''{}''
        and folded_tags && lower_all(json_texts($2 -> ''tag'')) limit 501)' into few using client, filter;
  elsif filter ?| '{assignee,unassigned}' and matching_queue <= 500 then
    execute 'select array(select t.id from support_tickets t where t.client_id = $1 and t.is_archived = $2 and t.is_snoozed = $3
        and ticket_queue_matches(t.assigned_to, $4)' || case when waiting then ' and t.waiting_since is not null' else '' end || ')'
      into few using client, archived, snoozed, filter;
  end if;
  if cardinality(few) <= 500 then
    viewed := viewed || ' and t.id = any ($11)';
  end if;
  -- Of one customer there are too few to walk.
  if pattern <> '%%' and filter -> 'customer' is null then
    select count(*) >= 6 into is_common
      from (select ticket_text(t) as body from support_tickets t
        where t.client_id = client and t.is_archived = archived and t.is_snoozed = snoozed
        order by t.urgency desc, t.created_at desc, t.id desc limit 60) as first
      where first.body like pattern;
    is_bounded := not is_common and not search_has_trigram(typed);
  end if;
  execute 'select array(select id from (' || viewed || case when is_bounded then ordered || '10000' else '' end || ')' || matching
      || case when pattern = '%%' then ''
        -- With "|| ''" no plan takes this for what the trigram index holds.
        when is_common or is_bounded then ' and (ticket_text(t) || '''' like $8' || numbered || ')'
        else ' and (ticket_text(t) like $8' || numbered || ')' end
      || ordered || '$10)' into found
    using client, archived, snoozed, after_urgency, after_at, after_id, filter, pattern, number, cap, few;
  return query select unnest(found);
  if is_bounded and number is not null and cardinality(found) < cap then
    return query execute 'select id from (' || viewed || ' and t.ticket_number = $8)' || matching || ' and id <> all ($9)'
      using client, archived, snoozed, after_urgency, after_at, after_id, filter, number, found, null::text, few;
  end if;
end $$;
revoke all on function search_tickets from public;
grant execute on function search_tickets to deskhand_app;
