-- Short texts, as names, addresses and numbers, and what is typed to find them. The browser does the same (contract/src/search/search-line.ts).

-- A folded text with a blank before each word: behind a sign, of which those that look alike are one, and before each letter of a script
-- that has no spaces. So the beginning of
-- a word is a blank and its letters, which a trigram index has, however few they are.
create or replace function search_spaced(folded text) returns text
  language sql immutable parallel safe
  return regexp_replace(regexp_replace(regexp_replace(translate(folded, '’‘ʼ`‐‑‒–—', '''''''''-----'), '\s+', ' ', 'g'),
    '([!-/:-@\[-`{-~\u00a1-\u00bf\u060c\u061b\u061f\u2010-\u2027\u2030-\u205e\u3001-\u3003\u3008-\u3011\u3014-\u301f])(?=[^ !-/:-@\[-`{-~\u00a1-\u00bf\u060c\u061b\u061f\u2010-\u2027\u2030-\u205e\u3001-\u3003\u3008-\u3011\u3014-\u301f])', '\1 ', 'g'), '([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff])', ' \1', 'g');

-- A text folded in each way to write its umlauts that reads differently, as it is first.
create or replace function search_forms(content text) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  folded constant text := public.search_letters(content);
  forms text[] := array[folded];
  form text;
begin
  if content ~* '[äöüøåÄÖÜØÅ\u0308\u030a]' then
    form := public.search_letters(public.search_spelled_out(content));
    if form <> folded then
      forms := forms || form;
    end if;
  end if;
  form := public.search_drawn_together(folded);
  return case when form = any (forms) then forms else forms || form end;
end $$;

-- What a text is searched in: its forms, each word behind a blank.
create or replace function search_line(content text) returns text
  language sql immutable parallel safe
  return (select string_agg(' ' || public.search_spaced(form), '' order by place)
    from unnest(public.search_forms(content)) with ordinality as forms (form, place));

-- What is typed, word by word, as patterns of which a line has to fit one of each row: letters wherever they stand, one or two where a
-- word begins. Of a long one the index is asked for its beginning, as each of its letters costs. `begun` are where a word begins.
create or replace function search_patterns(typed text) returns table (patterns text[], beginnings text[], begun text[], is_indexed boolean)
  language sql immutable parallel safe as $$
  select array_agg('%' || search_like(part) || '%'), array_agg('%' || search_like(left(part, 16)) || '%'),
    array_agg('% ' || search_like(ltrim(spaced)) || '%'), bool_and(part ~ '[[:alnum:]]{3}| [[:alnum:]]')
  from (select word, place from regexp_split_to_table(btrim(typed), '\s+') with ordinality as words (word, place)
      where word <> '' order by place limit 12) as words
    cross join lateral unnest(search_forms(word)) as form
    cross join lateral (select search_spaced(form) as spaced) as s
    cross join lateral (select case when search_letters(word) ~ '^[^ !-/:-@\[-`{-~\u00a1-\u00bf\u060c\u061b\u061f\u2010-\u2027\u2030-\u205e\u3001-\u3003\u3008-\u3011\u3014-\u301f]{1,2}$' then ' ' || ltrim(spaced) else spaced end as part) as p
  where spaced <> ''
  group by place
$$;

-- As a condition on a line, which is named by its expression: that it has each typed word, or with "or" any of them.
create or replace function search_condition_of(typed text, line text, connective text) returns text
  language sql immutable parallel safe as $$
  select coalesce('(' || string_agg('(' || (
      -- With "|| ''" no plan asks the index for it.
      select string_agg(format('%s like %L', line, beginning)
        || case when beginning = pattern then '' else format(' and %s || '''' like %L', line, pattern) end, ' or ')
      from unnest(patterns, beginnings) as each (pattern, beginning)) || ')', connective) || ')', 'true')
  from search_patterns(typed)
$$;

-- That each typed word stands where one begins.
create or replace function search_begun_condition(typed text, line text) returns text
  language sql immutable parallel safe as $$
  select coalesce('(' || string_agg(format('%s like any (%L)', line, begun), ' and ') || ')', 'true') from search_patterns(typed)
$$;

-- That a folded text, named by its expression, holds each of these words in a way to write it, wherever. '' where none is given.
create or replace function search_held_condition(content text, terms text[]) returns text
  language sql immutable parallel safe
  return (
    select coalesce(string_agg(' and (' || forms || ')', ''), '') from unnest(terms) as typed cross join lateral (
      select string_agg(format('%s like %L', content, '%' || search_like(form) || '%'), ' or ') as forms
      from unnest(search_forms(typed)) as form) as of_term);

-- What is typed, as its words; no more than anybody types, and no longer: one letter may stand for eighteen when it is folded, and no query
-- takes more than two thousand.
create or replace function search_terms(typed text) returns text[]
  language sql immutable parallel safe
  return (array(select case when length(folded) > 200 then left(folded, 200) else term end
    from regexp_split_to_table(coalesce(typed, ''), '\s+') with ordinality as t (term, place), search_letters(term) as folded
    where folded <> '' order by place))[1:12];

-- Whether a trigram index has anything of what was typed; else it would be read as a whole.
create or replace function search_is_indexed(typed text) returns boolean
  language sql immutable parallel safe
  return (select coalesce(bool_or(is_indexed), false) from search_patterns(typed));
