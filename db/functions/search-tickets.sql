-- A page of the tickets of a view that the filters and a search fit, in one of the list's orders after a cursor in it, but first the one that
-- has the number which was searched for: `after_at` is the time that the order goes by, and `after_urgency` of the order by priority alone.
-- With it comes how many fit of the view and of the other one, as count_found counts them up to `count_cap`: what a search asks for is looked
-- for once for both. What is rare the index has at once. What many of the first 200 have is common, and found by walking on; anything else by
-- the index, up to the newest twenty thousand.
create or replace function search_page(
  wanted jsonb, filter jsonb, archived boolean, sort text, after_urgency smallint, after_at timestamptz, after_id uuid, cap int, count_cap int,
  out ids uuid[], out here int, out elsewhere int
)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  condition constant text := search_condition(wanted);
  asked constant record := search_asked(wanted);
  -- Of one customer there are too few to walk.
  is_walkable constant boolean := asked.keys is not null and filter -> 'customer' is null and not are_tickets_waiting();
  most constant int := greatest(20000, 2 * count_cap);
  is_common boolean := false;
  hits uuid[];
begin
  if asked.keys is not null or wanted <> '{}' and condition = '' then
    hits := searched_ids(wanted, asked.keys, asked.words, asked.is_settled, condition, case when is_walkable then 200 else most end);
    if is_walkable and cardinality(hits) >= 200 then
      is_common := search_is_common(asked.words, archived, filter ? 'snoozed', 10, 200);
      hits := case when not is_common then searched_ids(wanted, asked.keys, asked.words, asked.is_settled, condition, most) end;
    end if;
  end if;
  ids := page_found(wanted, asked.words, hits, condition, filter, archived, sort, after_urgency, after_at, after_id, cap);
  if hits is null and wanted ?| '{words,phrases,from,order}' then
    hits := searched_ids(wanted, asked.keys, asked.words, asked.is_settled, condition, 2 * count_cap);
  end if;
  select * into here, elsewhere from count_among(hits[:2 * count_cap], condition, filter, archived, count_cap);
end $$;
revoke all on function search_page from public;
grant execute on function search_page to deskhand_app;

-- For processes of the version before.
create or replace function search_tickets(
  wanted jsonb, filter jsonb, archived boolean, sort text, after_urgency smallint, after_at timestamptz, after_id uuid, cap int
) returns setof uuid
  language sql stable rows 20
  return unnest((search_page(wanted, filter, archived, sort, after_urgency, after_at, after_id, cap, 1)).ids);
revoke all on function search_tickets from public;
grant execute on function search_tickets to deskhand_app;

-- The page itself, of what was found; where nothing was, because it is common, each ticket on the way says whether it has what is asked for.
-- Each statement is planned for the filters that are set, but what the counters know to be none is not looked for, and what has a rare tag or
-- stands in a short queue is found by that first: the planner takes a tag that it does not know for a common one, and knows nothing of who
-- waits for whom.
create or replace function page_found(
  wanted jsonb, asked_words tsquery, hits uuid[], condition text, filter jsonb, archived boolean,
  sort text, after_urgency smallint, after_at timestamptz, after_id uuid, cap int
) returns uuid[]
  language plpgsql stable as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  snoozed constant boolean := filter ? 'snoozed';
  waiting constant boolean := filter ? 'needsReply';
  number constant int := case when wanted ? 'phrases' then null else search_number(array_to_string(json_texts(wanted -> 'words'), ' ')) end;
  is_walked constant boolean := hits is null and asked_words is not null;
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
  matching constant text := ' as viewed where ' || case when filter = '{}' then 'true' else 'ticket_matches(t, $7)' end;
  matching_queue int;
  few uuid[];
  paged uuid[];
begin
  if cardinality(hits) <= 500 and condition = '' and number is null then
    return order_tickets(hits, filter, archived, sort, after_urgency, after_at, after_id, cap);
  end if;
  if filter ?| '{needsReply,assignee,unassigned}' then
    select coalesce(sum(q.delta), 0) into matching_queue from ticket_queue_deltas q
      where q.client_id = client and q.is_archived = archived and q.is_snoozed = snoozed and (q.is_waiting or not waiting)
        and ticket_queue_matches(q.assigned_to, filter);
    if matching_queue = 0 then
      return '{}';
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
  if is_walked then
    hits := search_unread(asked_words, condition);
  elsif hits is not null then
    viewed := viewed || ' and t.id = any ($9)';
  end if;
  -- What a document has is asked for as a value: for an "exists" a plan would read all the store's documents, to look each up among them.
  execute 'select array(select id from (' || viewed || condition || ')' || matching
      || case when is_walked then ' and (viewed.id = any ($9) or (select w.words @@ $8 from ticket_words w
          where w.client_id = $1 and w.ticket_id = viewed.id))' else '' end
      || ordered || '$10)' into paged
    using client, archived, snoozed, after_urgency, after_at, after_id, filter, asked_words, hits, case when number is null then cap else cap + 1 end, few;
  -- The ticket that has the number stands first, and nowhere else; where a page has but one ticket, in its order.
  if number is not null and cap > 2 then
    execute 'select array(select t.id from support_tickets t where t.client_id = $1 and t.ticket_number = $2' || condition || '
        and t.is_archived = $3 and t.is_snoozed = $4 and (t.waiting_since is not null or not $5) and ticket_matches(t, $6))'
      into few using client, number, archived, snoozed, waiting, filter;
    paged := case when after_id is null then few else '{}' end || array(select id from unnest(paged) as id where id <> all (few));
  end if;
  return paged[:cap];
end $$;
revoke all on function page_found from public;
