-- Lines are short searched texts such as names, addresses and numbers. The browser matches them the same way
-- (contract/src/search/search-line.ts).

-- Puts a blank before each word of a folded text: after a symbol, with similar symbols unified, and before each letter
-- of a script without spaces. The start of a word is then a blank and its letters, which a trigram index finds however
-- few they are.
create or replace function search_spaced(folded text) returns text
  language sql immutable parallel safe
  return regexp_replace(regexp_replace(regexp_replace(translate(folded, '’‘ʼ`‐‑‒–—', '''''''''-----'), '\s+', ' ', 'g'),
    '([!-/:-@\[-`{-~\u00a1-\u00bf\u060c\u061b\u061f\u2010-\u2027\u2030-\u205e\u3001-\u3003\u3008-\u3011\u3014-\u301f])(?=[^ !-/:-@\[-`{-~\u00a1-\u00bf\u060c\u061b\u061f\u2010-\u2027\u2030-\u205e\u3001-\u3003\u3008-\u3011\u3014-\u301f])', '\1 ', 'g'), '([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff])', ' \1', 'g');

-- Returns a folded text's different spellings of umlauts, its own first.
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

-- Returns a searched line: its spellings, with a blank before each word.
create or replace function search_line(content text) returns text
  language sql immutable parallel safe
  return (select string_agg(' ' || public.search_spaced(form), '' order by place)
    from unnest(public.search_forms(content)) with ordinality as forms (form, place));

-- Returns patterns for each typed word, of which a line must match one per row: letters anywhere, one or two letters at
-- the start of a word. A long word queries the index by its beginning, as each letter costs. `begun` anchors words at
-- their start.
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

-- Returns a condition on a line expression: it has each typed word, or with "or" any of them.
create or replace function search_condition_of(typed text, line text, connective text) returns text
  language sql immutable parallel safe as $$
  select coalesce('(' || string_agg('(' || (
      -- "|| ''" keeps plans from using the index.
      select string_agg(format('%s like %L', line, beginning)
        || case when beginning = pattern then '' else format(' and %s || '''' like %L', line, pattern) end, ' or ')
      from unnest(patterns, beginnings) as each (pattern, beginning)) || ')', connective) || ')', 'true')
  from search_patterns(typed)
$$;

-- Returns the condition that each typed word starts a word.
create or replace function search_begun_condition(typed text, line text) returns text
  language sql immutable parallel safe as $$
  select coalesce('(' || string_agg(format('%s like any (%L)', line, begun), ' and ') || ')', 'true') from search_patterns(typed)
$$;

-- Returns the condition that a folded text expression has each of these words in one of its spellings, anywhere; ''
-- without words.
create or replace function search_held_condition(content text, terms text[]) returns text
  language sql immutable parallel safe
  return (
    select coalesce(string_agg(' and (' || forms || ')', ''), '') from unnest(terms) as typed cross join lateral (
      select string_agg(format('%s like %L', content, '%' || search_like(form) || '%'), ' or ') as forms
      from unnest(search_forms(typed)) as form) as of_term);

-- Splits typed text into words, limited to what people type: folding can turn one letter into eighteen, and no query
-- takes more than two thousand.
create or replace function search_terms(typed text) returns text[]
  language sql immutable parallel safe
  return (array(select case when length(folded) > 200 then left(folded, 200) else term end
    from regexp_split_to_table(coalesce(typed, ''), '\s+') with ordinality as t (term, place), search_letters(term) as folded
    where folded <> '' order by place))[1:12];

-- Whether a trigram index can find the typed text; otherwise it would be read as a whole.
create or replace function search_is_indexed(typed text) returns boolean
  language sql immutable parallel safe
  return (select coalesce(bool_or(is_indexed), false) from search_patterns(typed));
