-- A list of texts in JSON as an array: immutable, so that a query that is given one is planned for what it holds.
create or replace function json_texts(list jsonb) returns text[]
  language sql immutable parallel safe
  return array(select jsonb_array_elements_text(list));
