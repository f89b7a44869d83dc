-- Returns a query that matches words of only one part of a document.
create or replace function search_within(words tsquery, weight text) returns tsquery
  language sql immutable parallel safe
  return regexp_replace(replace(words::text, ''':*', ''':*' || weight), '''(?=[ )]|$)', ''':' || weight, 'g')::tsquery;

-- Returns a query for the exact words, none of them prefixes.
create or replace function search_exactly(words tsquery) returns tsquery
  language sql immutable parallel safe
  return regexp_replace(regexp_replace(words::text, ''':\*(?=[ )]|$)', '''', 'g'), ''':\*', ''':', 'g')::tsquery;

-- Returns the tickets a search finds, best first, with the part that matches: number, order, subject, customer, message
-- or note, or the text of the first message. The order: the ticket with that number; an order or parcel of that number;
-- a match in the subject, exact before prefix; the customer's; exact words; prefixes and word forms. Equal ranks have
-- active tickets first, then newer ones. Rare words come from the index; very common ones are searched among the newest
-- only.
create or replace function find_tickets(wanted jsonb, cap int) returns table (id uuid, found_in text, message_id uuid)
  language plpgsql stable security definer rows 9 set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  typed constant text := array_to_string(json_texts(wanted -> 'words') || json_texts(wanted -> 'phrases'), ' ');
  plain constant text := btrim(search_letters(typed));
  forms constant text[] := array(select distinct left(word, greatest(3, length(word) - 2))
    from unnest((string_to_array(search_tokens(plain), ' '))[1:40]) as word);
  number constant int := case when wanted ? 'phrases' then null else search_number(typed) end;
  condition constant text := search_condition(wanted);
  asked record;
  in_subject tsquery;
  of_customer tsquery;
  of_order tsquery;
  exactly tsquery;
  written uuid[];
  hits uuid[] := '{}';
begin
  asked := search_asked(wanted);
  if asked.keys is not null then
    in_subject := search_within(asked.words, 'A');
    of_customer := search_within(asked.words, 'B');
    exactly := search_exactly(asked.words);
    of_order := search_within(exactly, 'C');
    if not search_is_common(asked.words, false, false, 3, 8) then
      written := search_ids(asked.keys, asked.words, asked.is_settled, condition, false, 60);
    end if;
    if cardinality(written) < 60 then
      hits := written;
    else
      execute 'select array(select t.id from (select t.id from support_tickets t
          where t.client_id = $1 and not t.is_archived and not t.is_snoozed ' || condition || '
          order by t.urgency desc, t.created_at desc, t.id desc limit 200) as t
        join ticket_words w on w.client_id = $1 and w.ticket_id = t.id where w.words @@ $2)' into hits using client, asked.words;
      if cardinality(hits) < cap or length(plain) > 2 then
        hits := hits || search_ids(asked.keys, in_subject, asked.is_settled, condition, true, 60);
      end if;
      if cardinality(hits) < cap or cardinality(hits) < 60 and length(plain) > 2 then
        hits := hits || coalesce(written, search_ids(asked.keys, asked.words, asked.is_settled, condition, false, 60));
      end if;
    end if;
  elsif typed = '' and condition <> '' then
    execute 'select array(select t.id from support_tickets t where t.client_id = $1' || condition || ' order by t.created_at desc, t.id desc limit $2)'
      into hits using client, cap;
  end if;
  if number is not null then
    execute 'select $3 || array(select t.id from support_tickets t where t.client_id = $1 and t.ticket_number = $2' || condition || ')'
      into hits using client, number, hits;
  end if;
  if cardinality(hits) = 0 or are_tickets_waiting() then
    hits := hits || search_inside(wanted, condition, 60);
  end if;
  return query
    with read as materialized (
      select t.id, t.ticket_number, t.is_archived, t.created_at, search_letters(t.subject) as subject,
        coalesce((select d.words from ticket_words d where d.client_id = client and d.ticket_id = t.id), ticket_document_shortly(client, t.id)) as words
      from support_tickets t where t.client_id = client and t.id = any (hits)
    ), fitted as materialized (
      -- Checked only where possible: a hundred checks would take longer than all the rest.
      select r.*, case when strpos(r.subject, plain) > 0 then search_fit(r.subject, plain) end as fit from read r
    ), best as (
      select f.id, f.is_archived, f.created_at, f.fit,
        case
          when f.ticket_number = number then 0
          when f.words @@ of_order then 1
          when f.fit < 3 then 2 + f.fit
          when f.words @@ in_subject then 5
          when f.words @@ of_customer then 6
          when f.words @@ exactly then 7
          else 8
        end as rank
      from fitted f order by rank, f.is_archived, f.created_at desc, f.id desc limit cap
    )
    select b.id,
      case when b.rank = 0 then 'number' when b.rank = 1 then 'order'
        when b.rank < 6 or said.id is null and b.fit is not null then 'subject'
        when b.rank = 6 then 'customer' when said.id is null then 'text'
        when said.message_type = 'internal' then 'note' else 'message' end,
      case when b.rank > 6 then said.id end
    from best b left join lateral (
      select m.id, m.message_type from (select m.id, m.message_type, m.content, m.created_at from ticket_messages m
          where m.client_id = client and m.ticket_id = b.id order by m.created_at desc limit 20) as m
        -- Folded once and not per form; the offset keeps the planner from merging the two.
        cross join lateral (select search_letters(search_bounded(left(m.content, 4000))) as content offset 0) as read
        cross join lateral (select count(*) as hits from unnest(forms) as form where strpos(read.content, form) > 0) as counted
      where b.rank > 6 and counted.hits > 0
      order by counted.hits desc, m.created_at desc limit 1) as said on true
    order by b.rank, b.is_archived, b.created_at desc, b.id desc;
end $$;
revoke all on function find_tickets from public;
grant execute on function find_tickets to deskhand_app;
