-- Returns all that finds a ticket: words of its subject (A), of its customer's name and addresses and of all authors
-- and mentioned people (B), of its orders and parcels (C), of messages, notes and files (D), and the stems of written
-- words. An order belongs to the ticket if it was saved with it, or if the ticket names it and its customer placed it.
-- Reads the newest three hundred messages of a long conversation, and of each as much as anybody reads.
create or replace function ticket_document_of(client uuid, ticket uuid, most int) returns tsvector
  language plpgsql stable as $$
declare
  t record;
  subject record;
  written record;
  numbers text;
  words tsvector;
  codes text[];
begin
  select s.subject, s.customer_id, s.written_from,
      left(concat_ws(' xqqx ', left(s.description, 4000),
        left((select string_agg(concat_ws(' xqqx ', left(m.content, 4000), left(m.other_text, 4000),
            left(enclosed_words(m.enclosed), 8000)), ' xqqx ' order by m.created_at, m.id)
          from (select content, other_text, enclosed, created_at, id from ticket_messages where client_id = client and ticket_id = ticket
            order by created_at desc, id desc limit 300) as m), 400000),
        (select string_agg(filename, ' xqqx ') from (select filename from ticket_attachments
          where client_id = client and ticket_id = ticket order by id desc limit 300) as newest)), most) as written,
      (select string_agg(who, ' xqqx ') from (
        select concat_ws(' ', r.name, r.email) as who from ticket_messages m
          join message_recipients r on r.client_id = client and r.message_id = m.id
          where m.client_id = client and m.ticket_id = ticket and not r.is_ours
        union
        select concat_ws(' ', m.author_name, m.author_email) from ticket_messages m
          where m.client_id = client and m.ticket_id = ticket and m.author_email is not null
        limit 300) as named) as people,
      (select coalesce(c.name, '') || ' xqqx ' || array_to_string(array(select a.email from customer_addresses a
          where a.client_id = client and a.customer_id = c.id), ' xqqx ') from customers c
        where c.client_id = client and c.id = s.customer_id) as person
    into t from support_tickets s where s.client_id = client and s.id = ticket;
  subject := search_reading(t.subject);
  written := search_reading(t.written);
  words := setweight(subject.words, 'A') || setweight(written.words, 'D');
  codes := search_languages_of(words);
  select string_agg(number, ' xqqx ') into numbers from (
    select each as number from (
      select o.id, o.name, o.order_number from shopify_orders o
        where o.client_id = client and o.order_number = any (
          array(select ltrim(saved.order_number, '#') from ticket_orders saved where saved.client_id = client and saved.ticket_id = ticket))
      union
      select o.id, o.name, o.order_number from shopify_orders o
        where t.customer_id is not null and o.client_id = client and o.customer_id = t.customer_id
          and o.order_number = any (array(select word from unnest(tsvector_to_array(words)) as word where word ~ '[0-9]'))
    ) as named cross join lateral (
      select concat_ws(' ', named.name, named.order_number, order_key(named.name)) as each
      union all
      select parcel || ' ' || regexp_replace(parcel, '[^[:alnum:]]+', '', 'g') from (
        select f.tracking_number as parcel from shopify_order_fulfillments f where f.client_id = client and f.order_id = named.id
        union
        select each ->> 'number' from shopify_order_fulfillments f cross join lateral jsonb_array_elements(f.parcels) as each
          where f.client_id = client and f.order_id = named.id) as parcels where parcel is not null) as own
    union all
    select concat_ws(' ', saved.order_number, order_key(saved.order_number)) from ticket_orders saved
      where saved.client_id = client and saved.ticket_id = ticket) as all_numbers;
  return words || setweight((search_reading(concat_ws(' xqqx ', t.person, t.people, t.written_from, shown_domains(concat_ws(' xqqx ', t.person, t.people, t.written_from))))).words, 'B') || setweight((search_reading(coalesce(numbers, ''))).words, 'C')
    || search_stems(t.subject, subject.said, codes, 'A') || search_stems(t.written, written.said, codes, 'D');
end $$;

-- Reduces the document to what fits: it holds a megabyte of different words, and so do its index entries, with ten
-- letters more per word (search_keys). One ticket must not stop the indexing of all others. Statements are planned
-- once: planning them per ticket takes longer than all the rest.
create or replace function ticket_document(client uuid, ticket uuid) returns tsvector
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  most int;
  words tsvector;
begin
  foreach most in array '{500000,100000,20000,4000}'::int[] loop
    begin
      words := ticket_document_of(client, ticket, most);
      if pg_column_size(words) + 10 * length(words) < 1000000 then
        return words;
      end if;
    exception when program_limit_exceeded then
      continue;
    end;
  end loop;
  return '';
end $$;

-- Returns a document of the ticket's beginning, for a ticket that is found before its document is built.
create or replace function ticket_document_shortly(client uuid, ticket uuid) returns tsvector
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return ticket_document_of(client, ticket, 4000);
end $$;
