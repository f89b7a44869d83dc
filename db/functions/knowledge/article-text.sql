-- A text folded, with those of its words once more that may be written with an umlaut, as with one ("muessig", "mussig").
create or replace function search_body(content text) returns text
  language plpgsql immutable parallel safe as $$
declare
  folded constant text := public.search_letters(content);
  drawn_together constant text := public.search_drawn_together(folded);
begin
  return folded || coalesce((
    select chr(10) || string_agg(word, ' ' order by word) from (
      select regexp_split_to_table(drawn_together, '\s+') except select regexp_split_to_table(folded, '\s+')) as others (word)
    where drawn_together <> folded), '');
end $$;

-- What a search looks through. array_to_string is only called stable because it takes arrays of any type; of texts it is
-- immutable, and an index needs it to be. The schema is named because columns are written without a search path.
create or replace function article_text(title text, description text, content text, tags text[]) returns text
  language sql immutable parallel safe
  return public.search_body(title || chr(10) || coalesce(description, '') || chr(10) || array_to_string(tags, chr(10))
    || chr(10) || coalesce(content, ''));

-- The words of a folded text with their places, for ranking; by what is no letter or digit, as searches are split.
create or replace function article_words(folded text, weight "char") returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.simple', regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g')), weight);

create or replace function article_head(title text, tags text[]) returns tsvector
  language sql immutable parallel safe
  return public.article_words(public.search_body(title), 'A')
    || public.article_words(public.search_body(array_to_string(tags, chr(10))), 'B');

-- What the beginning of a folded text is found by, exactly: every letter and pair of letters, marked with "~", and of every
-- word what follows each of its letters. An index has it; its cost is set high so that no plan computes it row by row.
create or replace function article_parts(folded text) returns tsvector
  language plpgsql immutable parallel safe cost 20000 as $$
declare
  beginning constant text := left(folded, 8000);
  letters constant text[] := string_to_array(regexp_replace(beginning, '\s+', ' ', 'g'), null);
begin
  return array_to_tsvector(array(
    select '~' || part from (
      select unnest(letters)
      union
      select letter || next from unnest(letters, letters[2:]) as pairs (letter, next)
    ) as parts (part) where part is not null and strpos(part, ' ') = 0
    union all
    select substr(word, at, 20)
    from (select distinct word from unnest(regexp_split_to_array(beginning, '[^[:alnum:]]+')) as word) as words,
      generate_series(1, length(word) - 2) as at));
end $$;
