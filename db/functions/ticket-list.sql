-- The filters of the ticket list, an entry each: its name in the contract (contract/src/tickets.ts), how what is given for it is read (`:given`,
-- in JSON), and what it asks of a ticket `t` of that (`:value`). One that a counter knows says which, and what it asks of the counter's row,
-- where that is not the same; `few` are those without a counter that an index finds, and one whose counter is null has its results counted, up to
-- the cap of a search (known_count). Page, count, search, bulk and saved views are composed of these (filter_conditions). Texts come from here
-- alone: what somebody asks for is a parameter of every statement. That tickets are put off is no filter but a view, as the archive is.
create or replace function ticket_filters() returns table (name text, reading text, condition text, counter text, counted text)
  language sql immutable
  begin atomic
    values
      ('status', 'given_texts(:given)', 't.status = any (:value::text[])', 'kinds', null),
      ('priority', 'given_texts(:given)', 't.priority = any (:value::text[])', 'kinds', null),
      ('category', 'given_texts(:given)', 't.category = any (:value::text[])', 'kinds', null),
      ('assignee', ':given #>> ''{}''',
        'case :value when ''nobody'' then t.assigned_to is null else t.assigned_to = (:value)::uuid end', 'queues', null),
      -- As processes of the version before ask for nobody's.
      ('unassigned', null, 't.assigned_to is null', 'queues', null),
      -- Asked so that a plan does not take it for asking of the view twice.
      ('needsReply', null, 'case when t.is_archived then false else t.waiting_since is not null end', 'queues', 't.is_waiting'),
      ('tag', 'given_tags(:given)', '(t.labels <> ''{}'' and t.folded_tags && :value::text[])', 'tags', 't.tag = any (:value::text[])'),
      ('customer', '(select customer_with(:given #>> ''{}''))', 't.customer_id = :value', 'few', null);
  end;

-- The names of those that a counter knows.
create or replace function filters_of(known_by text) returns text[]
  language sql immutable
  return array(select f.name from ticket_filters() as f where f.counter = known_by);

-- A list of texts as it is given for a filter; processes of the version before give it as one text. It costs next to nothing, as a plan has to know
-- that is to be kept.
create or replace function given_texts(given jsonb) returns text[]
  language plpgsql immutable parallel safe cost 1 as $$
begin
  return case jsonb_typeof(given) when 'string' then string_to_array(given #>> '{}', ',')
    else array(select jsonb_array_elements_text(given)) end;
end $$;

-- Tags as they are compared.
create or replace function given_tags(given jsonb) returns text[]
  language plpgsql immutable parallel safe cost 1 as $$
begin
  return array(select lower(tag) from jsonb_array_elements_text(given) as tag);
end $$;

-- What filters ask of a ticket `t`, each behind an "and"; `given` is how a statement names them. Either of those that are set, each value as it
-- is, so that a statement is planned for it; or of all that there are, for a statement that is planned once for any and reads a value once.
-- With a counter's name it is what is asked of that counter's row.
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

-- The orders of the list, an entry each: its columns before the tickets' ids, which of the cursor's urgency, time and id each goes by, and its
-- direction. As texts for a ticket `t` or its place `p`: by what is ordered, and what comes after a cursor, whose parts are named in `given`.
create or replace function ticket_order(sort text, is_placed boolean, given text[], out ordered text, out after text)
  language sql immutable
  begin atomic
    select string_agg(format('%s %s', key, o.direction), ', ' order by place),
      format('(%s) %s (%s)', string_agg(key, ', ' order by place), case o.direction when 'desc' then '<' else '>' end,
        string_agg(given[value], ', ' order by place))
    from (values ('priority', '{urgency,created_at}'::text[], '{1,2,3}'::int[], 'desc'), ('activity', '{updated_at}', '{2,3}', 'desc'),
        ('waiting', '{waiting_since}', '{2,3}', 'asc')) as o (name, columns, values, direction)
      cross join lateral unnest(o.columns || 'id'::text, o.values) with ordinality as k (name, value, place)
      cross join lateral (select case when not is_placed then 't.' || k.name when k.name = 'id' then 'p.ticket_id' else 'p.' || k.name end) as c (key)
    where o.name = sort group by o.direction;
  end;

-- The indexes that hold an order, an entry each, of which the first that serves is taken: when it does, whether it is of the tickets' places, and
-- by what it is narrowed before the order.
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
      ('waiting', 'true', true, 'p.waiting_since <= longest');
  end;

-- Whether the index of an order is narrowed by all that is asked for: then nothing is looked at on the way.
create or replace function is_walked(filter jsonb, sort text) returns boolean
  language sql immutable
  return filter - '{snoozed,assignee,unassigned}'::text[]
    - case when sort = 'waiting' or sort = 'priority' and not filter ? 'assignee' then 'needsReply' else 'snoozed' end = '{}';

-- What is asked with every page is composed when this file is applied.
do $compose$
begin
  execute format($text$
-- The first tickets of a view that filters fit along an order after a cursor in it, of four hundred at most; `is_cut` where it ended there. One plan is
-- kept for all: how many are looked at is written out, as one that does not know it would rather sort them all, and what the filters are it is not
-- told, as a plan for particular ones would seem cheaper, and be made each time.
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
  -- Before every ticket.
  from_urgency constant smallint := coalesce(after_urgency, 9);
  from_at constant timestamptz := coalesce(after_at, case sort when 'waiting' then timestamptz '-infinity' else 'infinity' end);
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
-- Those of some tickets that filters fit, in the order in which they stand.
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
-- What the counters know of a view's tickets that filters fit: how many there are, where one of them knows all that is asked for, and how
-- many at most, where one knows a part of it. Each tag is counted by itself: a ticket may have several.
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
    -- An index of tags finds those of every view.
    most := least(most, anywhere);
    exact := case when others - of_tags = '{}' and jsonb_array_length(others -> 'tag') = 1 then counted end;
  end if;
end $function$;
$text$, filters_of('kinds'), filters_of('queues'), filters_of('tags'), filter_conditions('(select filter)', null, 'kinds'),
    filter_conditions('(select filter)', null, 'queues'), filter_conditions('(select filter)', '{"tag": null}', 'tags'), filters_of('few'));

  execute format($text$
-- Whether one counter knows all that is asked for.
create or replace function are_counted(filter jsonb) returns boolean
  language sql immutable
  return '{}' in (filter - %L::text[], filter - %L::text[], filter - %L::text[]);
$text$, filters_of('kinds') || 'snoozed'::text, filters_of('queues') || 'snoozed'::text, filters_of('tags') || 'snoozed'::text);

  execute format($text$
-- Whether what is asked for may be so rare that the counters are asked first.
create or replace function may_be_rare(filter jsonb) returns boolean
  language sql immutable
  return filter - %L::text[] <> '{}';
$text$, filters_of('kinds') || filters_of('queues') || 'snoozed'::text);

  execute format($text$
-- The tickets of a view that filters fit, in no order, and up to one more than five hundred. One that has an index of its own and few tickets is looked for
-- by that. Where the counters know that there are not as many, `most` of them, it is not said how many are wanted: a plan that takes a rare tag
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
