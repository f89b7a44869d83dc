-- What a search looks through. array_to_string is only called stable because it takes arrays of any type; of texts it is
-- immutable, and an index needs it to be.
create or replace function article_text(title text, description text, content text, tags text[]) returns text
  language sql immutable parallel safe
  return lower(title || chr(10) || coalesce(description, '') || chr(10) || array_to_string(tags, chr(10)) || chr(10)
    || coalesce(content, ''));
