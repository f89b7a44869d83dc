-- The articles that a text and the filters fit, in an order and after a place in it, each with that place: how often it was
-- used or how well it fits, and when it was updated. Every row also has how many fit; where none is left, one row says only
-- that. Planned anew for every search, for the filters that are set.
create or replace function search_knowledge(
  levels text[], typed text, wanted_category text, wanted_type text, wanted_tags text[], ordering text,
  after_weight float8, after_time timestamptz, after_id uuid, cap int
) returns table (id uuid, weight float8, updated_at timestamptz, rank float8, total bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute
    'with found as materialized (
       select k.id, k.updated_at, ' || case when typed is null then 'null::float8' else '0::float8' end || ' as rank,
         ' || case ordering when 'used' then 'k.usage_count::float8' else '0::float8' end || ' as weight
       from knowledge_articles k
       where k.client_id = current_setting(''app.client_id'')::uuid and k.access_level = any ($1)'
    || case when typed is not null
         then ' and article_text(k.title, k.description, k.content, k.tags) like $2' else '' end
    || case when wanted_category is not null then ' and k.category = $3' else '' end
    || case when wanted_type is not null then ' and k.file_type = $4' else '' end
    || case when wanted_tags is not null then ' and k.tags && $5' else '' end
    || ') select page.id, page.weight, page.updated_at, page.rank, counted.total
       from (select count(*) as total from found) counted
       left join (select * from found f'
    || case when after_id is not null then ' where (f.weight, f.updated_at, f.id) < ($6, $7, $8)' else '' end
    || '  order by f.weight desc, f.updated_at desc, f.id desc limit $9) page on true
       order by page.weight desc, page.updated_at desc, page.id desc'
    using levels, '%' || search_like(lower(typed)) || '%', wanted_category, wanted_type, wanted_tags,
      after_weight, after_time, after_id, cap;
end $$;
revoke all on function search_knowledge from public;
grant execute on function search_knowledge to deskhand_app;
