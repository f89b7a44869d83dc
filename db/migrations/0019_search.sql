-- Search over everything as one types (spec part 1, section 2.4). As with search_tickets: only functions that filter by the
-- tenant themselves get at the indexes, and ids are all they tell. None may read more than a bounded part of a tenant, so
-- each first walks its newest rows, where a common word is found at once, and asks an index only for what is rarer.
create policy search on ticket_messages for select to current_user using (true);
create policy search on shopify_orders for select to current_user using (true);

-- The words of a text as typed, in their order.
create function search_split(typed text) returns text[]
  language sql immutable parallel safe
  return array_remove(regexp_split_to_array(lower(typed), '[^[:alnum:]]+'), '');

-- The mark before each word in the index: the tenant, so that a search reads none of another's entries, and the month, so
-- that it can begin with the newest.
create function search_month(at timestamptz) returns int
  language sql immutable parallel safe
  return (extract(year from at at time zone 'UTC') * 12 + extract(month from at at time zone 'UTC'))::int;
create function search_mark(client uuid, month int) returns text
  language sql immutable parallel safe
  return right(client::text, 6) || month;

-- The words of a text's first part. Its cost is set high so that no plan computes it row by row. PL/pgSQL and splitting by
-- an expression, as both take half the time of their alternatives, and intake pays for each message. The schema is named
-- because indexes are built without a search path.
create function search_words(client uuid, at timestamptz, content text) returns tsvector
  language plpgsql immutable parallel safe cost 2000 as $$
declare
  mark constant text := public.search_mark(client, public.search_month(at));
begin
  return array_to_tsvector(array(select mark || left(word, 40) from unnest(public.search_split(left(content, 4000))) as word));
end $$;

create index ticket_messages_words on ticket_messages
  using gin (search_words(client_id, created_at, content)) with (gin_pending_list_limit = 1024);
create index support_tickets_words on support_tickets
  using gin (search_words(client_id, created_at, subject)) with (gin_pending_list_limit = 512);

-- All words in one month of several; the last one may be unfinished.
create function search_query(words text[], is_unfinished boolean, first_month int, last_month int) returns tsquery
  language sql stable
  return (select string_agg((
      select '(' || string_agg('''' || search_mark(current_client_id(), month) || word || ''''
        || case when is_unfinished and place = cardinality(words) then ':*' else '' end, ' & ') || ')'
      from unnest(words) with ordinality as each (word, place)), ' | ')::tsquery
    from generate_series(first_month, last_month) as month);

-- Whether a word of a text's first part begins so.
create function search_begins(content text, beginning text) returns boolean
  language sql immutable parallel safe
  return exists (select from unnest(search_split(left(content, 4000))) as word where starts_with(word, beginning));

create function search_like(typed text) returns text
  language sql immutable parallel safe
  return replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_');

-- How well a text fits: 0 the same, 1 begins so, 2 one of its words does, 3 holds it, null not at all. All in lower case.
create function search_fit(content text, typed text) returns int
  language sql immutable parallel safe
  return case
    when content = typed then 0
    when starts_with(content, typed) then 1
    when content ~ ('\m' || regexp_replace(typed, '([^[:alnum:][:space:]])', '\\\1', 'g')) then 2
    when strpos(content, typed) > 0 then 3
  end;

create index customers_name on customers (client_id, lower(name) text_pattern_ops);
create index customers_address on customers (client_id, email text_pattern_ops);

create function find_customers(typed text, cap int) returns table (id uuid, fit int)
  language plpgsql stable security definer rows 9 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := lower(typed);
  beyond constant text := plain || chr(1114111);
  pattern constant text := '%' || search_like(plain) || '%';
  found uuid[];
begin
  found := array(
    (select c.id from customers c
      where c.client_id = client and lower(c.name) ~>=~ plain and lower(c.name) ~<~ beyond limit cap)
    union all
    (select c.id from customers c where c.client_id = client and c.email ~>=~ plain and c.email ~<~ beyond limit cap)
    union all
    (select newest.id
      from (select c.* from customers c where c.client_id = client order by c.id desc limit 300) as newest
      where lower(coalesce(newest.name, '') || chr(10) || coalesce(newest.email, '')) like pattern limit cap));
  if cardinality(found) < cap and length(plain) > 2 then
    found := found || array(
      select c.id from customers c
      where c.client_id = client and lower(coalesce(c.name, '') || chr(10) || coalesce(c.email, '')) like pattern
      limit 200);
  end if;
  return query
    select c.id, least(search_fit(lower(c.name), plain), search_fit(c.email, plain)) as fit
    from customers c where c.client_id = client and c.id = any (found)
    order by 2, c.last_order_date desc nulls last, c.id desc limit cap;
end $$;

drop index shopify_orders_number;
create index shopify_orders_number on shopify_orders (client_id, order_number text_pattern_ops);
create index shopify_orders_text on shopify_orders
  using gin (client_id, lower(name || chr(10) || coalesce(email, '')) gin_trgm_ops);

create function find_orders(typed text, customers uuid[], cap int) returns table (id uuid, fit int)
  language plpgsql stable security definer rows 9 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := lower(typed);
  number constant text := ltrim(typed, '# ');
  pattern constant text := '%' || search_like(plain) || '%';
  found uuid[];
begin
  found := array(
    (select o.id from shopify_orders o where o.client_id = client and number <> ''
        and o.order_number ~>=~ number and o.order_number ~<~ (number || chr(1114111)) limit cap)
    union all
    (select o.id from unnest(customers) as customer
      cross join lateral (select o.id from shopify_orders o where o.client_id = client and o.customer_id = customer
        order by o.shopify_created_at desc limit 3) as o)
    union all
    (select newest.id from (select o.* from shopify_orders o where o.client_id = client
        order by o.shopify_created_at desc, o.id desc limit 300) as newest
      where lower(newest.name || chr(10) || coalesce(newest.email, '')) like pattern limit cap));
  if cardinality(found) < cap and length(plain) > 2 then
    found := found || array(
      select o.id from shopify_orders o
      where o.client_id = client and lower(o.name || chr(10) || coalesce(o.email, '')) like pattern limit 200);
  end if;
  return query
    select o.id,
      coalesce(least(search_fit(o.order_number, number), search_fit(lower(o.name), plain), search_fit(o.email, plain)), 4)
    from shopify_orders o where o.client_id = client and o.id = any (found)
    order by 2, o.shopify_created_at desc, o.id desc limit cap;
end $$;

-- Where a ticket was found tells its place: number, subject, customer, text (its first message), message or note.
create function find_tickets(typed text, number int, customers uuid[], cap int)
  returns table (id uuid, place text, message_id uuid)
  language plpgsql stable security definer rows 9 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := lower(typed);
  newest constant int := search_month(now());
  -- Ten words narrow down enough, and each is asked for in every month.
  words text[] := array(select left(word, 40) from unnest(search_split(typed)) as word limit 10);
  patterns constant text[] := array(select '% ' || search_like(word) || '%' from unnest(words) as word);
  -- One or two letters after other words: no index is asked for them, because nearly every text has a word that begins so.
  beginning text;
  oldest int;
  query tsquery;
  subjects uuid[] := '{}';
  texts uuid[] := '{}';
  messages uuid[] := '{}';
begin
  if cardinality(words) > 0 then
    select coalesce(array_agg(recent.id) filter (where recent.in_subject), '{}'),
        coalesce(array_agg(recent.id) filter (where not recent.in_subject), '{}')
      into subjects, texts
      from (select t.id, ' ' || lower(t.subject) like all (patterns) as in_subject, t.description from support_tickets t
        where t.client_id = client and not t.is_archived
        order by t.urgency desc, t.created_at desc, t.id desc limit 200) as recent
      where recent.in_subject or ' ' || lower(left(recent.description, 2000)) like all (patterns);

    if cardinality(words) > 1 and length(words[cardinality(words)]) < 3 then
      beginning := words[cardinality(words)];
      words := trim_array(words, 1);
    end if;
    query := search_query(words, beginning is null, newest - 1, newest);
    for level in 1..2 loop
      exit when cardinality(subjects) >= cap;
      subjects := subjects || array(
        select t.id from (select s.id, s.client_id, s.subject, s.is_archived, s.created_at from support_tickets s
          where search_words(s.client_id, s.created_at, s.subject) @@ query offset 0) as t
        where t.client_id = client and (beginning is null or search_begins(t.subject, beginning))
        order by t.is_archived, t.created_at desc limit 40);
      if cardinality(subjects) + cardinality(texts) + cardinality(messages) < cap then
        messages := messages || array(
          select m.id from (
            select s.id, s.content from (select f.id, f.client_id, f.content, f.created_at from ticket_messages f
              where search_words(f.client_id, f.created_at, f.content) @@ query offset 0) as s
            where s.client_id = client order by s.created_at desc limit 60) as m
          where beginning is null or search_begins(m.content, beginning));
      end if;
      exit when length(words[cardinality(words)]) < 3;
      select search_month(t.created_at) - 12 into oldest
        from support_tickets t where t.client_id = client order by t.ticket_number limit 1;
      exit when oldest is null or oldest > newest - 2;
      query := search_query(words, beginning is null, greatest(oldest, newest - 240), newest - 2);
    end loop;
  end if;

  if cardinality(subjects) + cardinality(texts) + cardinality(messages) < cap and length(plain) > 2 then
    texts := texts || array(
      select t.id from support_tickets t
      where t.client_id = client
        and lower(t.subject || chr(10) || t.description) like '%' || search_like(plain) || '%' limit 100);
  end if;

  return query
    with said as (
      select distinct on (m.ticket_id) m.ticket_id, m.id, m.message_type from ticket_messages m
      where m.client_id = client and m.id = any (messages) order by m.ticket_id, m.created_at desc
    ), hit (id) as (
      select unnest(subjects || texts)
      union select said.ticket_id from said
      union select t.id from support_tickets t where t.client_id = client and t.ticket_number = number
      union select theirs.id from unnest(customers) as customer
        cross join lateral (select t.id from support_tickets t where t.client_id = client and t.customer_id = customer
          order by t.created_at desc limit 3) as theirs
    ), ranked as (
      select t.id, t.is_archived, t.created_at, said.id as said_id, said.message_type,
        strpos(lower(t.subject), plain) > 0 as in_subject,
        case
          when t.ticket_number = number then 0
          when search_fit(lower(t.subject), plain) < 3 then 1 + search_fit(lower(t.subject), plain)
          when ' ' || lower(t.subject) like all (patterns) then 4
          when t.customer_id = any (customers) then 5
          when said.id is not null then 6
          else 7
        end as rank
      from hit join support_tickets t on t.client_id = client and t.id = hit.id
      left join said on said.ticket_id = t.id
    )
    select r.id,
      case when r.rank = 0 then 'number' when r.rank < 5 then 'subject' when r.rank = 5 then 'customer'
        when r.rank = 7 then case when r.in_subject then 'subject' else 'text' end
        when r.message_type = 'internal' then 'note' else 'message' end,
      case when r.rank = 6 then r.said_id end
    from ranked r order by r.rank, r.is_archived, r.created_at desc, r.id desc limit cap;
end $$;

revoke all on function find_customers, find_orders, find_tickets from public;
grant execute on function find_customers, find_orders, find_tickets to deskhand_app;
