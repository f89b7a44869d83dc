-- Folds a text and repeats words that may be written with an umlaut in that form ("muessig", "mussig").
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

-- Returns an article's searched text. array_to_string is only marked stable because it accepts any type; for texts it
-- is immutable, as an index requires. Schema-qualified because columns are written without a search path.
create or replace function article_text(title text, description text, content text, tags text[]) returns text
  language sql immutable parallel safe
  return public.search_body(title || chr(10) || coalesce(description, '') || chr(10) || array_to_string(tags, chr(10))
    || chr(10) || coalesce(content, ''));

-- Returns a folded text's words with positions for ranking, split at anything but letters and digits like searches.
create or replace function article_words(folded text, weight "char") returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.simple', regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g')), weight);

create or replace function article_head(title text, tags text[]) returns tsvector
  language sql immutable parallel safe
  return public.article_words(public.search_body(title), 'A')
    || public.article_words(public.search_body(array_to_string(tags, chr(10))), 'B');

-- Returns the lexemes that find the beginning of a folded text exactly: every letter and pair of letters, marked with
-- "~", and what follows each letter of a word. An index contains them; the high cost keeps plans from computing them
-- per row.
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
