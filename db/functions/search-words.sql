-- The words of a text as typed, in their order.
create or replace function search_split(typed text) returns text[]
  language sql immutable parallel safe
  return array_remove(regexp_split_to_array(lower(typed), '[^[:alnum:]]+'), '');

-- The mark before each word in the index: the tenant, so that a search reads none of another's entries, and the month, so
-- that it can begin with the newest.
create or replace function search_month(at timestamptz) returns int
  language sql immutable parallel safe
  return (extract(year from at at time zone 'UTC') * 12 + extract(month from at at time zone 'UTC'))::int;

create or replace function search_mark(client uuid, month int) returns text
  language sql immutable parallel safe
  return right(client::text, 6) || month;

-- The words of a text's first part. Its cost is set high so that no plan computes it row by row. PL/pgSQL and splitting by
-- an expression, as both take half the time of their alternatives, and intake pays for each message. The schema is named
-- because indexes are built without a search path.
create or replace function search_words(client uuid, at timestamptz, content text) returns tsvector
  language plpgsql immutable parallel safe cost 2000 as $$
declare
  mark constant text := public.search_mark(client, public.search_month(at));
begin
  return array_to_tsvector(array(select mark || left(word, 40) from unnest(public.search_split(left(content, 4000))) as word));
end $$;

-- All words in one month of several; the last one may be unfinished.
create or replace function search_query(words text[], is_unfinished boolean, first_month int, last_month int) returns tsquery
  language plpgsql stable as $$
declare
  client constant uuid := current_client_id();
  -- "~", which is in no word, stands for the mark. Made once, as there may be months of many years.
  marked constant text := '(''~' || array_to_string(words, ''' & ''~') || case when is_unfinished then ''':*)' else ''')' end;
begin
  return (select string_agg(replace(marked, '~', search_mark(client, month)), ' | ')
    from generate_series(first_month, last_month) as month)::tsquery;
end $$;

-- Whether a word of a text's first part begins so.
create or replace function search_begins(content text, beginning text) returns boolean
  language sql immutable parallel safe
  return exists (select from unnest(search_split(left(content, 4000))) as word where starts_with(word, beginning));

create or replace function search_like(typed text) returns text
  language sql immutable parallel safe
  return replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_');

-- Whether a text has three letters or digits in a row: without them a trigram index is read as a whole.
create or replace function search_has_trigram(typed text) returns boolean
  language sql immutable parallel safe
  return typed ~ '[[:alnum:]]{3}';

-- How well a text fits: 0 the same, 1 begins so, 2 one of its words does, 3 holds it, null not at all. All in lower case.
create or replace function search_fit(content text, typed text) returns int
  language sql immutable parallel safe
  return case
    when content = typed then 0
    when starts_with(content, typed) then 1
    when content ~ ('\m' || regexp_replace(typed, '([^[:alnum:][:space:]])', '\\\1', 'g')) then 2
    when strpos(content, typed) > 0 then 3
  end;

-- The ticket meant by "42", "#42", "0042", "Ticket: 0042" or "ticket #42"; null for any other text.
create or replace function search_number(typed text) returns int
  language sql immutable parallel safe
  return substring(lower(typed) from '^(?:ticket:?\s*)?#?0*(\d{1,9})$')::int;
