-- Lower-cases texts, as tags are compared.
create or replace function lower_all(texts text[]) returns text[]
  language sql immutable parallel safe
  return array(select lower(one) from unnest(texts) as one);
