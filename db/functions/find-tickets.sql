-- Tickets that hold a text, the best first, and what of each holds it: number, subject, customer, text (its first message), message or note.
create or replace function find_tickets(typed text, customers uuid[], cap int)
  returns table (id uuid, found_in text, message_id uuid)
  language plpgsql stable security definer rows 9 set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  plain constant text := lower(typed);
  number constant int := search_number(typed);
  pattern constant text := '%' || search_like(plain) || '%';
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
        where t.client_id = client and not t.is_archived and not t.is_snoozed
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
      select recent.id from (select t.id, ticket_text(t) as body from support_tickets t
        where t.client_id = client and not t.is_archived and not t.is_snoozed order by t.urgency desc, t.created_at desc, t.id desc
        limit case when search_has_trigram(plain) then 200 else 2000 end) as recent
      where recent.body like pattern limit 100);
  end if;
  if cardinality(subjects) + cardinality(texts) + cardinality(messages) < cap and search_has_trigram(plain) then
    texts := texts || array(
      select t.id from support_tickets t where t.client_id = client and ticket_text(t) like pattern limit 100);
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
revoke all on function find_tickets from public;
grant execute on function find_tickets to deskhand_app;
