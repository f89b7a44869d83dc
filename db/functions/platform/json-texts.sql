-- Converts a JSON list of texts to an array. Immutable, so that queries are planned for its values.
create or replace function json_texts(list jsonb) returns text[]
  language sql immutable parallel safe
  return array(select jsonb_array_elements_text(list));
