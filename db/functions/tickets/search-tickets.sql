-- A page of the tickets of a view that the filters and a search fit, in one of the list's orders after a cursor in it, but first the one that
-- has the number which was searched for: `after_at` is the time that the order goes by, and `after_urgency` of the order by priority alone.
-- With it comes how many fit of the view and of the other one, as count_found counts them up to `count_cap`, unless that is null: what a search
-- asks for is looked for once for both. What is rare the index has at once. What many of the first 200 have is common, and found by walking on; anything else by
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
  is_walkable constant boolean := asked.keys is not null and not filter ? 'customer' and not are_tickets_waiting();
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

-- The page itself, of what was found; where nothing was, because it is common, each ticket on the way says whether it has what is asked for.
-- Each statement is planned for the filters that are set, but what the counters know to be none is not looked for, and what they know to be rare
-- is found by that first: the planner takes a tag that it does not know for a common one, and knows nothing of who waits for whom.
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
  -- Orders that messages change are of ticket_places, and so is who waits.
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
    return order_tickets(fitting_tickets(hits, filter), archived, snoozed, sort, after_urgency, after_at, after_id, cap);
  elsif most <= 500 then
    few := few_tickets(filter, archived, most);
    asked := asked || ' and t.id = any ($11)';
  end if;
  if is_walked then
    hits := search_unread(asked_words, condition);
    -- What a document has is asked for as a value: for an "exists" a plan would read all the store's documents, to look each up among them.
    asked := asked || ' and (t.id = any ($9) or (select w.words @@ $8 from ticket_words w where w.client_id = $1 and w.ticket_id = t.id))';
  elsif hits is not null then
    asked := asked || ' and t.id = any ($9)';
  end if;
  execute 'select array(select ' || ticket || asked || ' order by ' || ordering.ordered || ' limit $10)' into paged
    using client, archived, snoozed, filter, after_urgency, after_at, after_id, asked_words, hits, case when number is null then cap else cap + 1 end, few;
  -- The ticket that has the number stands first, and nowhere else; where a page has but one ticket, in its order.
  if number is not null and cap > 2 then
    execute 'select array(select t.id' || tickets_asked(filter, false) || condition || ' and t.ticket_number = $5)'
      into few using client, archived, snoozed, filter, number;
    paged := case when after_id is null then few else '{}' end || array(select id from unnest(paged) as id where id <> all (few));
  end if;
  return paged[:cap];
end $$;
revoke all on function page_found from public;
