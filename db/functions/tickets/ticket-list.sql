-- The filters of the ticket list: each entry has the name in the contract (contract/src/tickets.ts), how to read its
-- value (`:given`, in JSON), and its condition on a ticket `t` (`:value`). A filter with a counter names it, with the
-- condition on the counter's row if that differs; `few` are filters without a counter that an index serves, and if the
-- counter is null, the results are counted, up to the cap of a search (known_count). Page, count, search, bulk changes
-- and saved views are composed of these (filter_conditions). All SQL text comes from here: callers' values are always
-- parameters. Snoozing is not a filter but a view, like the archive.
create or replace function ticket_filters() returns table (name text, reading text, condition text, counter text, counted text)
  language sql immutable
  begin atomic
    values
      ('status', 'given_texts(:given)', 't.status = any (:value::text[])', 'kinds', null),
      ('priority', 'given_texts(:given)', 't.priority = any (:value::text[])', 'kinds', null),
      ('category', 'given_texts(:given)', 't.category = any (:value::text[])', 'kinds', null),
      ('assignee', ':given #>> ''{}''',
        'case :value when ''nobody'' then t.assigned_to is null else t.assigned_to = (:value)::uuid end', 'queues', null),
      ('team', ':given #>> ''{}''',
        'case :value when ''nobody'' then t.team_id is null else t.team_id = (:value)::uuid end', 'queues', null),
      -- As processes of the previous version ask for unassigned tickets.
      ('unassigned', null, 't.assigned_to is null', 'queues', null),
      -- Written so that a plan does not treat it as a second condition on the view.
      ('needsReply', null, 'case when t.is_archived then false else t.waiting_since is not null end', 'queues', 't.is_waiting'),
      ('tag', 'given_tags(:given)', '(t.labels <> ''{}'' and t.folded_tags && :value::text[])', 'tags', 't.tag = any (:value::text[])'),
      ('customer', '(select customer_with(:given #>> ''{}''))', 't.customer_id = :value', 'few', null),
      ('atRisk', null, 'exists (select from ticket_clocks k
        where k.client_id = t.client_id and k.ticket_id = t.id and k.risk_at <= now() and k.due_at > now())', 'few', null),
      ('breached', null, 'exists (select from ticket_clocks k
        where k.client_id = t.client_id and k.ticket_id = t.id and k.due_at <= now())', 'few', null),
      -- With the words of its index.
      ('overdue', null, '(not t.is_archived and t.due_date < now())', 'few', null),
      -- In the days of the store's clocks; those that are resolved now, by their last resolution.
      ('created', 'given_days(:given)', '(t.created_at >= lower(:value) and t.created_at < upper(:value))', null, null),
      ('resolved', 'given_days(:given)', '(t.status = ''resolved'' and t.id in (select resolved_in(:value)))', null, null),
      ('answered', 'given_days(:given)', '(t.first_response_at >= lower(:value) and t.first_response_at < upper(:value))', null, null),
      -- Asks for every view instead of one (each_view).
      ('everywhere', null, 'true', null, null),
      ('incident', '(:given #>> ''{}'')::uuid', 't.id in (select i.ticket_id from ticket_incidents i
        where i.client_id = t.client_id and i.incident_id = :value and not i.is_removed)', 'few', null),
      -- Each part is read once for all tickets, as no counter bounds how many are looked at.
      ('rating', 'given_ratings(:given)', '(t.id in (select r.ticket_id from ticket_ratings r where coalesce(r.score, 0) = any (:value::int[]))
        or -1 = any (:value::int[]) and t.id not in (select r.ticket_id from ticket_ratings r))', null, null),
      -- Comes with `everywhere`.
      ('figure', ':given', 't.id in (select tickets_in_figure(:value))', null, null);
  end;

-- Returns the filters of each view, of those that ask for every view.
create or replace function each_view(filter jsonb) returns table (of_view jsonb, archived boolean)
  language sql immutable
  begin atomic
    select plain || added, is_archived
    from (select filter - '{everywhere,snoozed}'::text[] as plain) as f
      cross join (values ('{}'::jsonb, false), ('{"snoozed": true}', false), ('{}', true)) as v (added, is_archived);
  end;

-- Reads a filter's days ("2026-11-16..2026-11-22", both included) as the time between two instants, by the store's
-- clocks.
create or replace function given_days(given jsonb) returns tstzrange
  language plpgsql stable parallel safe cost 1 as $$
declare
  days constant text[] := string_to_array(given #>> '{}', '..');
  zone constant text := (select c.time_zone from clients c where c.id = current_client_id());
begin
  return tstzrange(days[1]::timestamp at time zone zone, (days[2]::date + 1)::timestamp at time zone zone);
end $$;

-- Returns the tickets whose last resolution was between two instants.
create or replace function resolved_in(during tstzrange) returns setof uuid
  language sql stable rows 1000
  begin atomic
    select a.ticket_id from ticket_activities a
    where a.client_id = current_client_id() and a.kind = 'status_changed' and a.details ->> 'to' = 'resolved'
      and a.created_at >= lower(during) and a.created_at < upper(during)
      and not exists (select from ticket_activities later
        where later.client_id = a.client_id and later.ticket_id = a.ticket_id and later.kind = 'status_changed'
          and later.created_at >= upper(during) and later.details ->> 'to' = 'resolved');
  end;

-- Returns the names of filters with a counter.
create or replace function filters_of(known_by text) returns text[]
  language sql immutable
  return array(select f.name from ticket_filters() as f where f.counter = known_by);

-- Reads a filter's list of texts; processes of the previous version send a single text. The low cost lets plans
-- evaluate it to know what is kept.
create or replace function given_texts(given jsonb) returns text[]
  language plpgsql immutable parallel safe cost 1 as $$
begin
  return case jsonb_typeof(given) when 'string' then string_to_array(given #>> '{}', ',')
    else array(select jsonb_array_elements_text(given)) end;
end $$;

-- Reads the choices of the filter of ratings as scores: 0 for tickets asked about and not rated, -1 for those not asked about.
create or replace function given_ratings(given jsonb) returns int[]
  language plpgsql immutable parallel safe cost 1 as $$
begin
  return array(select unnest(case choice when 'high' then '{4,5}'::int[] when 'low' then '{1,2}' when 'unanswered' then '{0}'
    when 'not-asked' then '{-1}' else array[choice::int] end) from unnest(given_texts(given)) as choice);
end $$;

-- Normalises tags for comparison.
create or replace function given_tags(given jsonb) returns text[]
  language plpgsql immutable parallel safe cost 1 as $$
begin
  return array(select lower(tag) from jsonb_array_elements_text(given) as tag);
end $$;

-- Returns conditions on a ticket `t`, each after an "and"; `given` is the parameter's name. Either for the set filters
-- with their values, to be planned for those, or for all filters, for a statement that is planned once for any values
-- and reads each once. With a counter's name, returns conditions on that counter's row.
create or replace function filter_conditions(given text, filter jsonb, of_counter text default null) returns text
  language sql immutable
  return (
    select coalesce(string_agg(case when filter is null then format(' and (not %s ? %L or %s)', given, f.name, c.condition)
      else ' and ' || c.condition end, ''), '')
    from ticket_filters() as f
      cross join lateral (select replace(f.reading, ':given', format('(%s -> %L)', given, f.name)) as reading) as r
      cross join lateral (select replace(case when of_counter is null then f.condition else coalesce(f.counted, f.condition) end,
        ':value', coalesce(case when filter is null then '(select ' || r.reading || ')' else r.reading end, '')) as condition) as c
    where (filter is null or filter ? f.name) and (of_counter is null or f.counter = of_counter));

-- The orders of the list: each entry has its columns before the ticket's id, the cursor's parts it uses (urgency, time,
-- id), and its direction. As SQL on a ticket `t` or its place `p`: the sort key, and the condition after a cursor,
-- whose parts are named in `given`.
create or replace function ticket_order(sort text, is_placed boolean, given text[], out ordered text, out after text)
  language sql immutable
  begin atomic
    select string_agg(format('%s %s', key, o.direction), ', ' order by place),
      format('(%s) %s (%s)', string_agg(key, ', ' order by place), case o.direction when 'desc' then '<' else '>' end,
        string_agg(given[value], ', ' order by place))
    from (values ('priority', '{urgency,created_at}'::text[], '{1,2,3}'::int[], 'desc'), ('activity', '{updated_at}', '{2,3}', 'desc'),
        ('waiting', '{waiting_since}', '{2,3}', 'asc'), ('due', '{due_at}', '{2,3}', 'asc')) as o (name, columns, values, direction)
      cross join lateral unnest(o.columns || 'id'::text, o.values) with ordinality as k (name, value, place)
      cross join lateral (select case when not is_placed then 't.' || k.name when k.name = 'id' then 'p.ticket_id' else 'p.' || k.name end) as c (key)
    where o.name = sort group by o.direction;
  end;

-- The indexes for an order, of which the first usable one is taken: when it applies, whether it is on ticket_places,
-- and what narrows it before the order.
create or replace function ticket_indexes() returns table (sort text, serves text, is_placed boolean, narrowed text)
  language sql immutable
  begin atomic
    values
      ('priority', 'held_by = nobody', false, 't.assigned_to is null'),
      ('priority', 'held_by is not null', false, 't.assigned_to = held_by'),
      ('priority', 'waiting', true, 'p.waiting_since < ''infinity'''),
      ('priority', 'true', false, 'true'),
      ('activity', 'held_by is not null', true, 'p.holder = held_by'),
      ('activity', 'true', true, 'true'),
      ('waiting', 'held_by is not null', true, 'p.holder = held_by and p.waiting_since <= longest'),
      ('waiting', 'true', true, 'p.waiting_since <= longest'),
      ('due', 'held_by is not null', true, 'p.holder = held_by'),
      ('due', 'true', true, 'true');
  end;

-- Whether an order's index is narrowed by all conditions, so that no row is checked on the way.
create or replace function is_walked(filter jsonb, sort text) returns boolean
  language sql immutable
  return filter - '{snoozed,assignee,unassigned}'::text[]
    - case when sort = 'waiting' or sort = 'priority' and not filter ? 'assignee' then 'needsReply' else 'snoozed' end = '{}';

-- Every page's statement is composed when this file is applied.
do $compose$
begin
  execute format($text$
-- Returns the first tickets of a view that match filters along an order after a cursor, out of four hundred at most;
-- `is_cut` if it stopped there. Keeps one plan for all calls: the limit is written out, as a plan that does not know it
-- would sort them all, and the filters are hidden from the planner, as a custom plan would seem cheaper and be made
-- each time.
create or replace function walk_tickets(
  filter jsonb, archived boolean, sort text, after_urgency smallint, after_at timestamptz, after_id uuid, cap int,
  out ids uuid[], out is_cut boolean
)
  language plpgsql stable as $function$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  snoozed constant boolean := filter ? 'snoozed';
  waiting constant boolean := filter ? 'needsReply';
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  held_by constant uuid := case when filter ? 'unassigned' or filter ->> 'assignee' = 'nobody' then nobody::text else filter ->> 'assignee' end;
  longest constant timestamptz := case when waiting then timestamptz '9999-12-31' else 'infinity' end;
  -- Sorts before every ticket.
  from_urgency constant smallint := coalesce(after_urgency, 9);
  from_at constant timestamptz := coalesce(after_at, case when sort in ('waiting', 'due') then timestamptz '-infinity' else 'infinity' end);
  from_id constant uuid := coalesce(after_id, nobody);
begin
  %s end if;
  ids := coalesce(ids, '{}');
  is_cut := coalesce(is_cut, false) and cardinality(ids) < cap;
end $function$;
$text$, (select string_agg(format($branch$if sort = %1$L and %2$s then
    select array_agg(w.id) filter (where w.fits), bool_or(w.n = 400) into ids, is_cut from (
      select * from (select o.*, row_number() over () as n from (
        select t.id, true%3$s as fits from %4$s
          where %5$s.client_id = client and %5$s.is_archived = archived and %5$s.is_snoozed = snoozed and %6$s and %7$s
          order by %8$s limit 400) as o) as c
      where c.fits or c.n = 400 limit cap) as w;
  $branch$,
      i.sort, i.serves, filter_conditions('(select filter)', null),
      case when i.is_placed then 'ticket_places p join support_tickets t on t.client_id = client and t.id = p.ticket_id' else 'support_tickets t' end,
      case when i.is_placed then 'p' else 't' end, i.narrowed, o.after, o.ordered), 'els' order by i.place)
    from ticket_indexes() with ordinality as i (sort, serves, is_placed, narrowed, place)
      cross join lateral ticket_order(i.sort, i.is_placed, '{from_urgency,from_at,from_id}') as o));

  execute format($text$
-- Returns those of some tickets that match filters, in the given order.
create or replace function fitting_tickets(ids uuid[], filter jsonb) returns uuid[]
  language plpgsql stable as $function$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
begin
  return array(select t.id from unnest(ids) with ordinality as one (id, place)
    join support_tickets t on t.client_id = client and t.id = one.id
    where true%s order by one.place);
end $function$;
$text$, filter_conditions('(select filter)', null));

  execute format($text$
-- Returns what the counters know about a view's tickets that match filters: the exact number if one counter covers all
-- conditions, and an upper bound if one covers a part. Tags are counted separately, as a ticket may have several.
create or replace function known_count(filter jsonb, archived boolean, out exact int, out most int)
  language plpgsql stable as $function$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  snoozed constant boolean := filter ? 'snoozed';
  others constant jsonb := filter - 'snoozed';
  of_kinds constant text[] := %1$L;
  of_queues constant text[] := %2$L;
  of_tags constant text[] := %3$L;
  of_few constant text[] := %7$L;
  counted int;
  anywhere int;
begin
  -- The counters count each view's.
  if filter ? 'everywhere' then
    return;
  end if;
  if others ?| of_few then
    most := 500;
  end if;
  if others = '{}' or others ?| of_kinds then
    select coalesce(sum(t.delta), 0) into counted from ticket_count_deltas t
      where t.client_id = client and (t.status in ('resolved', 'closed')) = archived and t.is_snoozed = snoozed%4$s;
    most := least(most, counted);
    exact := case when others - of_kinds = '{}' then counted end;
  end if;
  if others ?| of_queues then
    select coalesce(sum(t.delta), 0) into counted from ticket_queue_deltas t
      where t.client_id = client and t.is_archived = archived and t.is_snoozed = snoozed%5$s;
    most := least(most, counted);
    exact := case when others - of_queues = '{}' then counted end;
  end if;
  if others ?| of_tags then
    select coalesce(sum(t.delta), 0), coalesce(sum(t.delta) filter (where t.is_archived = archived and t.is_snoozed = snoozed), 0)
      into anywhere, counted from ticket_tag_deltas t where t.client_id = client%6$s;
    -- The tags' index covers every view.
    most := least(most, anywhere);
    exact := case when others - of_tags = '{}' and jsonb_array_length(others -> 'tag') = 1 then counted end;
  end if;
end $function$;
$text$, filters_of('kinds'), filters_of('queues'), filters_of('tags'), filter_conditions('(select filter)', null, 'kinds'),
    filter_conditions('(select filter)', null, 'queues'), filter_conditions('(select filter)', '{"tag": null}', 'tags'), filters_of('few'));

  execute format($text$
-- Whether one counter covers all conditions.
create or replace function are_counted(filter jsonb) returns boolean
  language sql immutable
  return '{}' in (filter - %L::text[], filter - %L::text[], filter - %L::text[]);
$text$, filters_of('kinds') || 'snoozed'::text, filters_of('queues') || 'snoozed'::text, filters_of('tags') || 'snoozed'::text);

  execute format($text$
-- Whether the filters may be so rare that the counters are asked first.
create or replace function may_be_rare(filter jsonb) returns boolean
  language sql immutable
  return filter - %L::text[] <> '{}';
$text$, filters_of('kinds') || filters_of('queues') || 'snoozed'::text);

  execute format($text$
-- Returns up to five hundred and one tickets of a view that match filters, unordered. Starts from a filter with its own
-- index and few tickets. If the counters know a smaller bound, `most`, no limit is set: a plan that takes a rare tag
-- for a common one would read all tickets until it has them.
create or replace function few_tickets(filter jsonb, archived boolean, most int) returns uuid[]
  language plpgsql stable as $function$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  snoozed constant boolean := filter ? 'snoozed';
  few uuid[];
begin
  %s end if;
  execute 'select array(select t.id' || tickets_asked(filter, filter ? 'needsReply' and most <= 500) || case when most <= 500 then '' else ' limit 501' end || ')'
    into few using client, archived, snoozed, filter;
  return few;
end $function$;
$text$, (select string_agg(format($branch$if most <= 500 and filter ? %1$L%2$s then
    return fitting_tickets(array(select t.id from support_tickets t where t.client_id = client%3$s), filter);
  $branch$, name, case counter when 'tags' then format(' and filter - %L::text[] = ''{}''', array['snoozed', name]) end,
      filter_conditions('(select filter)', jsonb_build_object(name, null))), 'els')
    from ticket_filters() where counter in ('tags', 'few')));
end $compose$;

revoke all on function walk_tickets from public;
revoke all on function fitting_tickets from public;
revoke all on function known_count from public;
revoke all on function few_tickets from public;
grant execute on function known_count to deskhand_app;
