-- What one typed term asks of a ticket's document, as the text of a query without a tenant's mark: `keys` is what the index is asked for,
-- "~" standing for the mark, `words` what the document itself is asked for besides, where the index does not settle it: that words stand
-- side by side, or are the customer's. The last word of a term may be unfinished, but not in a phrase, an order's number or behind "#". A
-- single word is also found by its stem in each of these languages. Null where a term has neither letter nor digit.
create or replace function search_term(typed text, kind text, codes text[]) returns table (keys text, words text, is_settled boolean)
  language plpgsql stable as $$
declare
  folded constant text := search_letters(typed);
  plain constant text[] := string_to_array(search_tokens(folded), ' ');
  spelled_out constant text[] := string_to_array(search_tokens(search_letters(search_spelled_out(typed))), ' ');
  drawn_together constant text[] := string_to_array(search_tokens(search_drawn_together(folded)), ' ');
  many constant int := coalesce(cardinality(array_remove(plain, '')), 0);
  weight constant text := case kind when 'from' then 'B' else '' end;
  is_open constant boolean := kind in ('word', 'from') and typed !~ '^#[0-9]+$';
  groups text[];
  stems text;
  squeezed text;
begin
  if many = 0 then
    return;
  end if;
  groups := array(
    select '(' || string_agg(distinct '''~' || form || '''' || case when is_open and place = many then ':*' else '' end, ' | ') || ')'
    from generate_series(1, many) as place
      cross join lateral unnest(array[plain[place], spelled_out[place], drawn_together[place]]) as form
    where form is not null group by place order by place);
  if many = 1 and kind = 'word' and plain[1] ~ '^[[:alpha:]]{3,}$' then
    select string_agg('''~=' || code || search_letters(stem) || '''', ' | ') into stems
      from search_languages() as language
        cross join lateral unnest(ts_lexize(('pg_catalog.' || name || '_stem')::regdictionary, lower(normalize(typed, NFKC)))) as stem
      where code = any (codes) and search_letters(stem) ~ '^[[:alpha:]]+$';
  end if;
  -- "1Z-999 AA" is found as "1Z999AA", and "DH-1042" as "DH1042".
  if many > 1 and kind <> 'from' and kind <> 'phrase' and folded ~ '[0-9]' then
    squeezed := ' | ''~' || left(array_to_string(plain, ''), 60) || '''' || case when is_open then ':*' else '' end;
  end if;
  keys := '(' || array_to_string(groups, ' & ') || coalesce(' | ' || stems, '') || coalesce(squeezed, '') || ')';
  words := replace('(' || array_to_string(groups, case kind when 'from' then ' & ' else ' <-> ' end)
    || coalesce(' | ' || stems, '') || coalesce(squeezed, '') || ')', '''~', '''');
  is_settled := many = 1 and kind <> 'from';
  if kind = 'from' then
    words := regexp_replace(words, ''':\*|''(?=[ )])', '''' || ':*' || weight, 'g');
  end if;
  return next;
end $$;

-- What a search asks for as a whole (contract/src/search/grammar.ts): every word, every phrase, and of several customers or orders one.
create or replace function search_asked(wanted jsonb) returns table (keys text, words tsquery, is_settled boolean)
  language plpgsql stable as $$
#variable_conflict use_column
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  codes constant text[] := array(select substr(v.word, 2) from search_vocabulary v
    where v.client_id = client and v.word >= '=' and v.word < '>');
  typed constant text := array_to_string(json_texts(wanted -> 'words'), '');
  all_words text;
begin
  select string_agg(asked.keys, ' & '), string_agg(asked.words, ' & '), bool_and(asked.is_settled)
    into keys, all_words, is_settled
    from (
      select '(' || string_agg(term.keys, ' | ') || ')' as keys, '(' || string_agg(term.words, ' | ') || ')' as words,
        bool_and(term.is_settled) as is_settled
      from (
        select 'word' as kind, text, place::text as alone from unnest(json_texts(wanted -> 'words')) with ordinality as w (text, place)
        union all select 'phrase', text, 'p' || place from unnest(json_texts(wanted -> 'phrases')) with ordinality as p (text, place)
        union all select 'from', text, 'from' from unnest(json_texts(wanted -> 'from')) as f (text)
        union all select 'order', text, 'order' from unnest(json_texts(wanted -> 'order')) as o (text)
      ) as given cross join lateral search_term(given.text, given.kind, codes) as term
      group by given.alone) as asked;
  -- A parcel's number that was typed in groups.
  if jsonb_array_length(wanted -> 'words') > 1 and typed ~ '^[[:alnum:]-]{8,40}$' and typed ~ '[0-9].*[0-9].*[0-9].*[0-9]' then
    keys := '((' || keys || ') | ''~' || replace(search_letters(typed), '-', '') || ''':*)';
    all_words := '((' || all_words || ') | ''' || replace(search_letters(typed), '-', '') || ''':*)';
  end if;
  words := all_words::tsquery;
  return next;
end $$;
