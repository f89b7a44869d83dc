-- All that a ticket is found by: the words of its subject (A), of its customer's name and address (B), of its orders and their parcels
-- (C), of its messages, notes and files (D), and the stems of those people write. An order is the ticket's when it was saved with it, or
-- when the ticket names it and it is its customer's. Of a conversation without end the newest three hundred messages are read, of each as
-- much as anybody reads.
create or replace function ticket_document(client uuid, ticket uuid) returns tsvector
  language plpgsql stable as $$
declare
  t support_tickets;
  person text;
  written text;
  files text;
  numbers text;
  words tsvector;
  codes text[];
begin
  select * into t from support_tickets s where s.client_id = client and s.id = ticket;
  select coalesce(c.name, '') || ' xqqx ' || coalesce(c.email, '') into person
    from customers c where c.client_id = client and c.id = t.customer_id;
  select string_agg(left(m.content, 4000), ' xqqx ' order by m.created_at, m.id) into written
    from (select content, created_at, id from ticket_messages where client_id = client and ticket_id = ticket
      order by created_at desc, id desc limit 300) as m;
  select string_agg(filename, ' xqqx ') into files from (select filename from ticket_attachments
    where client_id = client and ticket_id = ticket order by id desc limit 300) as newest;
  written := concat_ws(' xqqx ', left(t.description, 4000), left(written, 400000), files);
  words := search_vector(t.subject, 'A') || search_vector(written, 'D');
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
  return words || search_vector(coalesce(person, ''), 'B') || search_vector(coalesce(numbers, ''), 'C')
    || search_stems(t.subject, codes, 'A') || search_stems(written, codes, 'D');
end $$;
