-- Returns the index query for a typed text: each of its words in one of its spellings, anywhere. Null if nothing can be
-- searched.
create or replace function resource_parts_query(terms text[]) returns tsquery
  language sql immutable parallel safe
  return (
    select string_agg('(' || forms || ')', ' & ') from unnest(terms) as typed cross join lateral (
      select string_agg('(' || parts || ')', ' | ') as forms from unnest(search_forms(typed)) as term cross join lateral (
        select string_agg('''' || replace(replace(part, '\', '\\'), '''', '''''') || '''' || case when is_open then ':*' else '' end, ' & ') as parts
        from (
          select '~' || term as part, false as is_open where length(term) <= 2
          union all
          select left(term, 20), true where length(term) > 2 and term ~ '^[[:alnum:]]+$'
          union all
          select distinct '~' || substr(term, at, 2), false
          from generate_series(1, least(length(term) - 1, 20)) as at where length(term) > 2 and term !~ '^[[:alnum:]]+$'
        ) as parts) as of_form) as of_term)::tsquery;

-- Returns the articles that match a text and filters, in an order after a position, each with its position: its use or
-- rank, and its update time. Every row has the total; if no row is left, one row has only the total. A match has every
-- typed word, also within words. The rank is three if the title has words that start with all of them, two if title and
-- tags do, else one, plus a fraction by PostgreSQL's own rank for the first hundred. Planned for each search's filters.
create or replace function search_knowledge(
  levels text[], typed text, wanted_category text, wanted_type text, wanted_tags text[], ordering text,
  after_weight float8, after_time timestamptz, after_id uuid, cap int
) returns table (id uuid, weight float8, updated_at timestamptz, rank float8, total bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  client constant uuid := current_setting('app.client_id')::uuid;
  -- More words than anybody types; the rest of a pasted text is not needed.
  terms constant text[] := search_terms(typed);
  -- A lone diacritic is no word, though it counts as a letter.
  words constant text[] := (array(select word from unnest(search_split(array_to_string(terms, ' '))) as word where search_letters(word) <> ''))[1:12];
  is_searched constant boolean := cardinality(terms) > 0;
  parts constant tsquery := resource_parts_query(terms);
  -- Checks what the index cannot: symbols within a word, and words longer than it stores.
  unsettled constant text := search_held_condition('k.folded', array(select term from unnest(terms) as term, search_letters(term) as folded
    where length(folded) > 20 or (length(folded) > 2 and folded !~ '^[[:alnum:]]+$')));
  each_word constant text := (select string_agg('(' || (
    select string_agg('''' || replace(replace(form, '\', '\\'), '''', '''''') || ''':*', ' | ') from unnest(search_forms(word)) as form) || ')', ' & ') from unnest(words) as word);
  in_words constant tsquery := replace(each_word, ' & ', ' | ')::tsquery;
  in_title constant tsquery := replace(each_word, ':*', ':*A')::tsquery;
  in_head constant tsquery := each_word::tsquery;
  tier constant text := case when cardinality(words) > 0
    then 'case when k.head @@ $12 then case when k.head @@ $11 then 3 else 2 end else 1 end::float8' else '1::float8' end;
  ranked constant text := case when cardinality(words) > 0
    then '(0.45 * ts_rank(k.head, $10) + 0.45 * ts_rank(k.body, $10))::float8' else '0::float8' end;
  filters constant text := ' where k.client_id = $1 and k.access_level = any ($2)'
    || case when wanted_category is not null then ' and k.category = $3' else '' end
    || case when wanted_type is not null then ' and k.file_type = $4' else '' end
    || case when wanted_tags is not null then ' and k.tags && $5' else '' end;
  chosen constant text := 'select k.id, k.updated_at, '
    || case when ordering = 'used' then 'k.usage_count::float8'
         when ordering = 'match' and is_searched then tier else '0::float8' end
    || ' as weight from knowledge_articles k' || filters;
begin
  return query execute
    'with found as ' || case when is_searched or wanted_tags is not null then 'materialized ' else 'not materialized ' end
    || '(' || case when not is_searched then chosen else
      chosen || ' and article_parts(k.folded) @@ $9 and not k.is_long'
      || unsettled || ' union all ' || chosen || ' and k.is_long' || search_held_condition('k.folded', terms) end
    || '), weighed as ' || case when ordering = 'match' and is_searched then
      'materialized (select f.id, f.updated_at, f.weight + case when f.place <= 100 then (
         select ' || ranked || ' from knowledge_articles k where k.client_id = $1 and k.id = f.id) else 0 end as weight
       from (select *, row_number() over (order by weight desc, updated_at desc, id desc) as place from found) f'
      else 'not materialized (select id, updated_at, weight from found' end
    || '), page as (
      select w.id, w.weight, w.updated_at from weighed w'
    || case when after_id is null then '' when ordering = 'updated' then ' where (w.updated_at, w.id) < ($7, $8)'
         else ' where (w.weight, w.updated_at, w.id) < ($6, $7, $8)' end
    || ' order by ' || case when ordering = 'updated' then '' else 'w.weight desc, ' end
    || 'w.updated_at desc, w.id desc limit $13)
    select p.id, p.weight, p.updated_at, '
    || case when is_searched then '(select ' || tier || ' + ' || ranked || ' from knowledge_articles k
         where k.client_id = $1 and k.id = p.id)' else 'null::float8' end
    || ', (select ' || case when is_searched or wanted_tags is not null or wanted_type is not null then 'count(*) from found'
         else 'coalesce(sum(c.articles), 0)::bigint from knowledge_counts c where c.client_id = $1 and c.access_level = any ($2)
           and c.kind = ''category''' || case when wanted_category is not null then ' and c.name = $3' else '' end end
    || ') from (select) as always left join page p on true order by p.weight desc, p.updated_at desc, p.id desc'
    using client, levels, wanted_category, wanted_type, wanted_tags, after_weight, after_time, after_id,
      parts, in_words, in_title, in_head, cap;
end $$;
revoke all on function search_knowledge from public;
grant execute on function search_knowledge to deskhand_app;
