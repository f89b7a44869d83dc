-- Whether a text has letters of a script without spaces: Chinese, Japanese, Korean.
create or replace function search_is_unspaced(content text) returns boolean
  language sql immutable parallel safe
  return content ~ '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]';

-- Splits text of such a script into pairs of neighbouring letters: "注文番号" as "注文 文番 番号 号".
create or replace function search_pairs(content text) returns text
  language sql immutable parallel safe
  return (
    select string_agg(case when not is_unspaced then sign when is_next_unspaced then ' ' || sign || next || ' ' else ' ' || sign || ' ' end,
      '' order by place)
    from (
      select sign, place, is_unspaced, lead(sign) over in_order as next, lead(is_unspaced) over in_order as is_next_unspaced
      from unnest(string_to_array(content, null)) with ordinality as signs (sign, place)
        cross join lateral (select '{[12352,12543],[13312,40959],[44032,55215],[63744,64255]}'::int4multirange @> ascii(sign) as is_unspaced) as kind
      window in_order as (order by place)) as signs);

-- Reduces a folded text to words separated by blanks. Cuts words at sixty letters, as indexes accept no longer ones.
create or replace function search_apart(folded text) returns text
  language plpgsql immutable parallel safe as $$
begin
  if octet_length(folded) > char_length(folded) and search_is_unspaced(folded) then
    folded := search_pairs(folded);
  end if;
  -- Leaves existing blanks: replacing costs by the number of matches.
  folded := regexp_replace(folded, '[^[:alnum:] \n]+', ' ', 'g');
  if folded ~ '[[:alnum:]]{61}' then
    folded := regexp_replace(folded, '([[:alnum:]]{60})[[:alnum:]]+', '\1', 'g');
  end if;
  return folded;
end $$;

-- Also reduces blanks to one. "7e3a" is two words, as PostgreSQL's parser takes its start for a number.
create or replace function search_tokens(folded text) returns text
  language sql immutable parallel safe
  return btrim(regexp_replace(regexp_replace(search_apart(folded), '\m([0-9]+e[0-9]+)(?=[[:alpha:]])', '\1 ', 'g'), '[ \n]+', ' ', 'g'));

-- Returns a folded text's words with positions.
create or replace function search_words(folded text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('pg_catalog.simple', search_apart(folded));

-- Returns a text's words with positions: `said` as written, `words` in each spelling of umlauts, repeating the text for
-- each different spelling so that adjacent words stay adjacent. "xqqx", which is in no language, separates the copies.
create or replace function search_reading(content text, out said tsvector, out words tsvector)
  language plpgsql immutable parallel safe as $$
declare
  bounded constant text := search_bounded(content);
  folded constant text := search_letters(bounded);
  spelled_out text := folded;
  drawn_together constant text := search_drawn_together(folded);
begin
  said := search_words(folded);
  words := said;
  if octet_length(content) > char_length(content) and content ~* '[äöüøåÄÖÜØÅ\u0308\u030a]' then
    spelled_out := search_letters(search_spelled_out(bounded));
  end if;
  if spelled_out <> folded then
    words := words || search_words(spelled_out);
  end if;
  -- Joins "DM-77812-X" to "DM77812X".
  if folded ~ '[[:alnum:]]-[[:alnum:]]' then
    words := words || to_tsvector('pg_catalog.simple', coalesce((
      select string_agg(replace(code[1], '-', ''), ' xqqx ')
      from regexp_matches(folded, '[[:alnum:]]+(?:-[[:alnum:]]+)+', 'g') as code where code[1] ~ '[0-9]' and length(code[1]) <= 60), ''));
  end if;
  if drawn_together <> folded then
    words := words || search_words(drawn_together);
  end if;
  words := ts_delete(words, 'xqqx');
end $$;
