-- Whether a text has letters of a script that is written without spaces between its words: Chinese, Japanese, Korean.
create or replace function search_is_unspaced(content text) returns boolean
  language sql immutable parallel safe
  return content ~ '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]';

-- A text of such a script as its pairs of neighbouring letters, one after the other: "注文番号" as "注文 文番 番号 号".
create or replace function search_pairs(content text) returns text
  language sql immutable parallel safe
  return (
    select string_agg(case when not public.search_is_unspaced(sign) then sign
        when public.search_is_unspaced(next) then ' ' || sign || next || ' ' else ' ' || sign || ' ' end, '' order by place)
    from (select sign, place, lead(sign) over (order by place) as next
      from unnest(string_to_array(content, null)) with ordinality as signs (sign, place)) as signs);

-- The words of a folded text with a space between them. Longer ones than sixty letters are cut, as no index takes them.
create or replace function search_tokens(folded text) returns text
  language plpgsql immutable parallel safe as $$
begin
  if search_is_unspaced(folded) then
    folded := search_pairs(folded);
  end if;
  folded := regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g');
  if folded ~ '[[:alnum:]]{61}' then
    folded := regexp_replace(folded, '([[:alnum:]]{60})[[:alnum:]]+', '\1', 'g');
  end if;
  return btrim(folded);
end $$;

-- The words of a text with their places, in each way to write its umlauts: the text as often as it reads differently, so that
-- what stands side by side does so in each. "xqqx", which is a word of no language and in ASCII, stands between texts, so that nothing stands side by
-- side over their borders.
create or replace function search_vector(content text, weight "char") returns tsvector
  language plpgsql immutable parallel safe as $$
declare
  folded constant text := search_letters(content);
  spelled_out text := folded;
  drawn_together constant text := search_drawn_together(folded);
  words tsvector := to_tsvector('pg_catalog.simple', search_tokens(folded));
begin
  if content ~* '[äöüøåÄÖÜØÅ\u0308\u030a]' then
    spelled_out := search_letters(search_spelled_out(content));
  end if;
  if spelled_out <> folded then
    words := words || to_tsvector('pg_catalog.simple', search_tokens(spelled_out));
  end if;
  -- "DM-77812-X" as "DM77812X".
  if folded ~ '[[:alnum:]]-[[:alnum:]]' then
    words := words || to_tsvector('pg_catalog.simple', coalesce((
      select string_agg(replace(code[1], '-', ''), ' xqqx ')
      from regexp_matches(folded, '[[:alnum:]]+(?:-[[:alnum:]]+)+', 'g') as code where code[1] ~ '[0-9]' and length(code[1]) <= 60), ''));
  end if;
  if drawn_together <> folded then
    words := words || to_tsvector('pg_catalog.simple', search_tokens(drawn_together));
  end if;
  return setweight(ts_delete(words, 'xqqx'), weight);
end $$;
