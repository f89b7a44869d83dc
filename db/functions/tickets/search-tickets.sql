-- Returns a page of a view's tickets that match filters and a search, in one of the list's orders after a cursor, but
-- first the ticket with the searched number. `after_at` is the order's time, `after_urgency` only for the order by
-- priority. Unless `count_cap` is null, also counts matches in this and the other view like count_found, running the
-- search once for both. Rare words come from the index; words that many of the first 200 tickets have are found by
-- walking on; others from the index, up to the newest twenty thousand.
create or replace function search_page(
  wanted jsonb, filter jsonb, archived boolean, sort text, after_urgency smallint, after_at timestamptz, after_id uuid, cap int, count_cap int,
  out ids uuid[], out here int, out elsewhere int
)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  condition constant text := search_condition(wanted);
  asked constant record := search_asked(wanted);
  -- A single customer has too few tickets to walk, and no view has those of every view.
  is_walkable constant boolean := asked.keys is not null and not filter ?| '{customer,everywhere}' and not are_tickets_waiting();
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
  if count_cap is not null then
    if hits is null and wanted ?| '{words,phrases,from,order}' then
      hits := searched_ids(wanted, asked.keys, asked.words, asked.is_settled, condition, 2 * count_cap);
    end if;
    select * into here, elsewhere from count_among(hits[:2 * count_cap], condition, filter, archived, count_cap);
  end if;
end $$;
revoke all on function search_page from public;
grant execute on function search_page to deskhand_app;

-- Builds the page from the found tickets, or, for common words, checks each ticket on the way. Statements are planned
-- for the set filters. Filters that the counters know to be empty are not searched, and rare ones go first, as the
-- planner takes unknown tags for common ones and knows nothing about who waits for whom.
create or replace function page_found(
  wanted jsonb, asked_words tsquery, hits uuid[], condition text, filter jsonb, archived boolean,
  sort text, after_urgency smallint, after_at timestamptz, after_id uuid, cap int
) returns uuid[]
  language plpgsql stable as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  snoozed constant boolean := filter ? 'snoozed';
  number constant int := case when wanted ? 'phrases' then null else search_number(array_to_string(json_texts(wanted -> 'words'), ' ')) end;
  is_walked constant boolean := hits is null and asked_words is not null;
  -- Orders that messages change are in ticket_places, and so is who waits.
  is_placed constant boolean := sort <> 'priority' or filter ? 'needsReply';
  ticket constant text := case when is_placed then 'p.ticket_id' else 't.id' end;
  ordering constant record := ticket_order(sort, is_placed, '{$5,$6,$7}');
  asked text := tickets_asked(filter, is_placed) || condition || case when after_id is null then '' else ' and ' || ordering.after end;
  most constant int := case when filter - 'snoozed' <> '{}' then (known_count(filter, archived)).most end;
  few uuid[];
  paged uuid[];
begin
  if most = 0 then
    return '{}';
  elsif cardinality(hits) <= 500 and condition = '' and number is null then
    return order_tickets(fitting_tickets(hits, filter), case when not filter ? 'everywhere' then archived end, snoozed, sort, after_urgency, after_at, after_id, cap);
  elsif most <= 500 then
    few := few_tickets(filter, archived, most);
    asked := asked || ' and t.id = any ($11)';
  end if;
  if is_walked then
    hits := search_unread(asked_words, condition);
    -- Checks the document by value: for an "exists", a plan would read all of the store's documents.
    asked := asked || ' and (t.id = any ($9) or (select w.words @@ $8 from ticket_words w where w.client_id = $1 and w.ticket_id = t.id))';
  elsif hits is not null then
    asked := asked || ' and t.id = any ($9)';
  end if;
  execute 'select array(select ' || ticket || asked || ' order by ' || ordering.ordered || ' limit $10)' into paged
    using client, archived, snoozed, filter, after_urgency, after_at, after_id, asked_words, hits, case when number is null then cap else cap + 1 end, few;
  -- The ticket with the searched number comes first and nowhere else; on one-ticket pages it keeps its place.
  if number is not null and cap > 2 then
    execute 'select array(select t.id' || tickets_asked(filter, false) || condition || ' and t.ticket_number = $5)'
      into few using client, archived, snoozed, filter, number;
    paged := case when after_id is null then few else '{}' end || array(select id from unnest(paged) as id where id <> all (few));
  end if;
  return paged[:cap];
end $$;
revoke all on function page_found from public;
