-- Search at a million tickets: what is common is found by walking the newest, and only what is rare asks the trigram index,
-- which would list nearly everything otherwise.

-- Whether a text has three letters or digits in a row: without them a trigram index is read as a whole.
create function search_has_trigram(typed text) returns boolean
  language sql immutable parallel safe
  return typed ~ '[[:alnum:]]{3}';

-- All words in one month of several; the last one may be unfinished.
create or replace function search_query(words text[], is_unfinished boolean, first_month int, last_month int) returns tsquery
  language plpgsql stable as $$
declare
  client constant uuid := current_client_id();
  -- "~", which is in no word, holds the place of the mark. Made once, as there may be months of many years.
  marked constant text := '(''~' || array_to_string(words, ''' & ''~') || case when is_unfinished then ''':*)' else ''')' end;
begin
  return (select string_agg(replace(marked, '~', search_mark(client, month)), ' | ')
    from generate_series(first_month, last_month) as month)::tsquery;
end $$;

-- Who is looked for by few letters, or by none, is among those who ordered last.
create index customers_latest on customers (client_id, last_order_date desc nulls last, created_at desc, id);

create or replace function search_customers(pattern text, cap int) returns setof uuid
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  found uuid[];
begin
  found := array(
    select latest.id from (select c.id, c.name, c.email from customers c where c.client_id = client
      order by c.last_order_date desc nulls last, c.created_at desc, c.id
      limit case when search_has_trigram(pattern) then 300 else 5000 end) as latest
    where lower(coalesce(latest.name, '') || chr(10) || coalesce(latest.email, '')) like pattern limit cap);
  if cardinality(found) < cap and search_has_trigram(pattern) then
    -- Materialized, as else a plan may walk all customers in their order.
    found := array(
      with rare as materialized (
        select c.id, c.last_order_date, c.created_at from customers c
        where c.client_id = client and lower(coalesce(c.name, '') || chr(10) || coalesce(c.email, '')) like pattern
      )
      select rare.id from rare order by rare.last_order_date desc nulls last, rare.created_at desc, rare.id limit cap);
  end if;
  return query select unnest(found);
end $$;
revoke all on function search_customers from public;
grant execute on function search_customers to deskhand_app;

create or replace function find_customers(typed text, cap int) returns table (id uuid, fit int)
  language plpgsql stable security definer rows 9 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := lower(typed);
  beyond constant text := plain || chr(1114111);
  pattern constant text := '%' || search_like(plain) || '%';
  -- What the index is asked for: the end of an address is the same for many, and each of its letters costs.
  beginning constant text := '%' || search_like(left(plain, 16)) || '%';
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
  if cardinality(found) < cap and search_has_trigram(plain) then
    found := found || array(
      select c.id from customers c
      where c.client_id = client and lower(coalesce(c.name, '') || chr(10) || coalesce(c.email, '')) like beginning
        and lower(coalesce(c.name, '') || chr(10) || coalesce(c.email, '')) || '' like pattern
      limit 200);
  end if;
  return query
    select c.id, least(search_fit(lower(c.name), plain), search_fit(c.email, plain)) as fit
    from customers c where c.client_id = client and c.id = any (found)
    order by 2, c.last_order_date desc nulls last, c.id desc limit cap;
end $$;

create or replace function find_orders(typed text, customers uuid[], cap int) returns table (id uuid, fit int)
  language plpgsql stable security definer rows 9 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := lower(typed);
  number constant text := ltrim(typed, '# ');
  pattern constant text := '%' || search_like(plain) || '%';
  -- What the index is asked for: the end of an address is the same for many, and each of its letters costs.
  beginning constant text := '%' || search_like(left(plain, 16)) || '%';
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
  if cardinality(found) < cap and search_has_trigram(plain) then
    found := found || array(
      select o.id from shopify_orders o
      where o.client_id = client and lower(o.name || chr(10) || coalesce(o.email, '')) like beginning
        and lower(o.name || chr(10) || coalesce(o.email, '')) || '' like pattern limit 200);
  end if;
  return query
    select o.id,
      coalesce(least(search_fit(o.order_number, number), search_fit(lower(o.name), plain), search_fit(o.email, plain)), 4)
    from shopify_orders o where o.client_id = client and o.id = any (found)
    order by 2, o.shopify_created_at desc, o.id desc limit cap;
end $$;

-- Where a ticket was found tells its place: number, subject, customer, text (its first message), message or note.
create or replace function find_tickets(typed text, number int, customers uuid[], cap int)
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
      exit when level = 2 or length(words[cardinality(words)]) < 3;
      select search_month(t.created_at) - 12 into oldest
        from support_tickets t where t.client_id = client order by t.ticket_number limit 1;
      exit when oldest is null or oldest > newest - 2;
      query := search_query(words, beginning is null, greatest(oldest, newest - 240), newest - 2);
    end loop;
  end if;

  -- Letters inside a word, or signs: those that are common among the newest, too, and there alone what no index holds.
  if cardinality(subjects) + cardinality(texts) + cardinality(messages) < cap and length(plain) > 2 then
    texts := texts || array(
      select recent.id from (select t.id, t.subject, t.description from support_tickets t
        where t.client_id = client and not t.is_archived order by t.urgency desc, t.created_at desc, t.id desc
        limit case when search_has_trigram(plain) then 200 else 2000 end) as recent
      where lower(recent.subject || chr(10) || recent.description) like '%' || search_like(plain) || '%' limit 100);
  end if;
  if cardinality(subjects) + cardinality(texts) + cardinality(messages) < cap and search_has_trigram(plain) then
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
          -- What is typed may be signs alone; without a word every subject would do.
          when cardinality(patterns) > 0 and ' ' || lower(t.subject) like all (patterns) then 4
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
