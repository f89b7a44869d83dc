-- Translates one typed term to queries on a ticket's document, without the tenant's mark. `keys` queries the index,
-- with "~" for the mark; `words` checks the document where the index cannot: adjacent words, and words of the customer.
-- The last word may be unfinished, except in a phrase, an order's number or after "#". A single word also matches by
-- its stem in each of these languages. Null for a term without letters and digits.
create or replace function search_term(typed text, kind text, codes text[], out keys text, out words text, out is_settled boolean)
  language plpgsql stable as $$
declare
  folded constant text := search_letters(typed);
  plain constant text[] := string_to_array(search_tokens(folded), ' ');
  spelled_out constant text[] := string_to_array(search_tokens(search_letters(search_spelled_out(typed))), ' ');
  drawn_together constant text[] := string_to_array(search_tokens(search_drawn_together(folded)), ' ');
  many constant int := coalesce(cardinality(array_remove(plain, '')), 0);
  is_open constant boolean := kind in ('words', 'from') and typed !~ '^#[0-9]+$';
  forms text[];
  ending text := '''';
  groups text[] := '{}';
  stems text;
  squeezed text;
begin
  if many = 0 then
    return;
  end if;
  for place in 1 .. many loop
    forms := plain[place : place];
    if spelled_out[place] <> all (forms) then
      forms := forms || spelled_out[place];
    end if;
    if drawn_together[place] <> all (forms) then
      forms := forms || drawn_together[place];
    end if;
    if place = many and is_open then
      ending := ''':*';
    end if;
    groups := groups || ('(''~' || array_to_string(forms, ending || ' | ''~') || ending || ')');
  end loop;
  if many = 1 and kind = 'words' and plain[1] ~ '^[[:alpha:]]{3,}$' then
    select string_agg('''~=' || code || search_letters(stem) || '''', ' | ') into stems
      from search_languages() as language
        cross join lateral unnest(ts_lexize(('pg_catalog.' || name || '_stem')::regdictionary, lower(normalize(typed, NFKC)))) as stem
      where code = any (codes) and search_letters(stem) ~ '^[[:alpha:]]+$';
  end if;
  -- "1Z-999 AA" is found as "1Z999AA", "DH-1042" as "DH1042".
  if many > 1 and kind in ('words', 'order') and folded ~ '[0-9]' then
    squeezed := ' | ''~' || left(array_to_string(plain, ''), 60) || '''' || case when is_open then ':*' else '' end;
  end if;
  keys := '(' || array_to_string(groups, ' & ') || coalesce(' | ' || stems, '') || coalesce(squeezed, '') || ')';
  words := replace('(' || array_to_string(groups, case kind when 'from' then ' & ' else ' <-> ' end)
    || coalesce(' | ' || stems, '') || coalesce(squeezed, '') || ')', '''~', '''');
  is_settled := many = 1 and kind <> 'from';
  if kind = 'from' then
    words := regexp_replace(words, ''':\*|''(?=[ )])', ''':*B', 'g');
  end if;
end $$;

-- Translates a whole search (contract/src/search/grammar.ts): every word and phrase, and any of several customers or
-- orders. Built term by term, as one query for all took longer than the search for a rare word.
create or replace function search_asked(wanted jsonb, out keys text, out words tsquery, out is_settled boolean)
  language plpgsql stable as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  codes constant text[] := array(select substr(v.word, 2) from search_vocabulary v
    where v.client_id = client and v.word >= '=' and v.word < '>');
  typed constant text := array_to_string(json_texts(wanted -> 'words'), '');
  kind text;
  connective text;
  given text;
  term record;
  of_kind text[];
  words_of_kind text[];
  all_keys text[] := '{}';
  all_words text[] := '{}';
begin
  foreach kind in array '{words,phrases,from,order}'::text[] loop
    continue when not wanted ? kind;
    connective := case when kind in ('from', 'order') then ' | ' else ' & ' end;
    of_kind := '{}';
    words_of_kind := '{}';
    foreach given in array json_texts(wanted -> kind) loop
      term := search_term(given, kind, codes);
      continue when term.keys is null;
      of_kind := of_kind || term.keys;
      words_of_kind := words_of_kind || term.words;
      is_settled := term.is_settled and coalesce(is_settled, true);
    end loop;
    if of_kind <> '{}' then
      all_keys := all_keys || ('(' || array_to_string(of_kind, connective) || ')');
      all_words := all_words || ('(' || array_to_string(words_of_kind, connective) || ')');
    end if;
  end loop;
  if all_keys = '{}' then
    return;
  end if;
  keys := array_to_string(all_keys, ' & ');
  -- A parcel number typed in groups.
  if jsonb_array_length(wanted -> 'words') > 1 and typed ~ '^[[:alnum:]-]{8,40}$' and typed ~ '[0-9].*[0-9].*[0-9].*[0-9]' then
    keys := '((' || keys || ') | ''~' || replace(search_letters(typed), '-', '') || ''':*)';
    words := ('((' || array_to_string(all_words, ' & ') || ') | ''' || replace(search_letters(typed), '-', '') || ''':*)')::tsquery;
  else
    words := array_to_string(all_words, ' & ')::tsquery;
  end if;
end $$;
