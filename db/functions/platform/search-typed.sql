-- Returns the words of a typed text in order.
create or replace function search_split(typed text) returns text[]
  language sql immutable parallel safe
  return array_remove(regexp_split_to_array(lower(typed), '[^[:alnum:]]+'), '');

create or replace function search_like(typed text) returns text
  language sql immutable parallel safe
  return replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_');

-- Whether a text has three letters or digits in a row; otherwise a trigram index is read as a whole.
create or replace function search_has_trigram(typed text) returns boolean
  language sql immutable parallel safe
  return typed ~ '[[:alnum:]]{3}';

-- Ranks a match: 0 equal, 1 starts with it, 2 a word does, 3 contains it, null for none. All in lower case.
create or replace function search_fit(content text, typed text) returns int
  language sql immutable parallel safe
  return case
    when content = typed then 0
    when starts_with(content, typed) then 1
    when content ~ ('\m' || regexp_replace(typed, '([^[:alnum:][:space:]])', '\\\1', 'g')) then 2
    when strpos(content, typed) > 0 then 3
  end;

-- Returns the ticket number meant by "42", "#42", "0042", "Ticket: 0042" or "ticket #42"; null for any other text.
create or replace function search_number(typed text) returns int
  language sql immutable parallel safe
  return substring(lower(typed) from '^(?:ticket:?\s*)?#?0*(\d{1,9})$')::int;
