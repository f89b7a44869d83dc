with found as (
  select id, weight, rank, total, place from search_knowledge(
    :levels, nullif(:search, ''), :category, :fileType, nullif(:tags::text[], '{}'), :sort,
    :afterWeight, :afterTime, :afterId, :cap) with ordinality as f (id, weight, updated_at, rank, total, place)
),
counts as materialized (
  select kind, name, sum(articles)::int as articles from knowledge_counts
  where access_level = any (:levels::text[]) group by kind, name
)
select
  (select coalesce(json_agg(json_build_object('resource', resource_json(k, u.name, :publicUrl, f.rank), 'weight', f.weight)
      order by f.place), '[]')
    from found f
    join knowledge_articles k on k.id = f.id
    left join users u on u.client_id = k.client_id and u.id = k.uploaded_by) as page,
  (select max(total) from found) as total,
  -- Each has one category.
  (select coalesce(sum(articles), 0) from counts where kind = 'category') as articles,
  (select coalesce(json_agg(json_build_object('category', name, 'articleCount', articles) order by articles desc, name), '[]')
    from counts where kind = 'category') as categories,
  (select coalesce(json_agg(json_build_object('tag', name, 'usageCount', articles) order by articles desc, name), '[]')
    from (select * from counts where kind = 'tag' order by articles desc, name limit :mostTags) t) as tags
