-- Returns the prefix of each word in the index: the tenant, so that a search reads no other tenant's entries, and the
-- stretch of sixteen thousand tickets, so that it can start with the newest.
create or replace function stretch_mark(client uuid, stretch int) returns text
  language sql immutable parallel safe
  return right(client::text, 6) || lpad(to_hex(stretch), 4, '0');

create or replace function search_stretch(ticket_number int) returns int
  language sql immutable parallel safe
  return ticket_number / 16384;

-- Returns the index entries of a ticket's document: each word, and those of the subject again with "^". The high cost
-- keeps plans from computing them per row. Schema-qualified because indexes are built without a search path.
create or replace function search_keys(client uuid, ticket_number int, words tsvector) returns tsvector
  language plpgsql immutable parallel safe cost 20000 as $$
declare
  mark constant text := public.stretch_mark(client, public.search_stretch(ticket_number));
begin
  return array_to_tsvector(array(
    select mark || word from unnest(tsvector_to_array(words)) as word
    union all
    select mark || '^' || word from unnest(tsvector_to_array(ts_filter(words, '{a}'))) as word));
end $$;

-- Returns the index query for tickets in some stretches.
create or replace function search_key_query(keys text, client uuid, first int, last int) returns tsquery
  language plpgsql immutable strict as $$
declare
  asked text[] := '{}';
begin
  for stretch in first .. last loop
    asked := asked || ('(' || replace(keys, '~', stretch_mark(client, stretch)) || ')');
  end loop;
  return array_to_string(asked, ' | ')::tsquery;
end $$;
