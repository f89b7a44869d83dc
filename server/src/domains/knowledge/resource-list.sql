with found as (
  select id, weight, updated_at, rank, total, place from search_knowledge(
    :levels, nullif(:search, ''), :category, :fileType, nullif(:tags::text[], '{}'), :sort,
    :afterWeight, :afterTime, :afterId, :cap) with ordinality as f (id, weight, updated_at, rank, total, place)
),
levels as (
  select category, tags from knowledge_articles where access_level = any (:levels::text[])
)
select
  (select coalesce(json_agg(json_build_object('resource', resource_json(k, u.name, :publicUrl, f.rank), 'weight', f.weight)
      order by f.place), '[]')
    from found f
    join knowledge_articles k on k.id = f.id
    left join users u on u.client_id = k.client_id and u.id = k.uploaded_by) as page,
  (select max(total) from found) as total,
  (select count(*) from levels) as articles,
  (select coalesce(json_agg(c order by c."articleCount" desc, c.category), '[]')
    from (select category, count(*) as "articleCount" from levels group by category) c) as categories,
  (select coalesce(json_agg(t order by t."usageCount" desc, t.tag), '[]')
    from (select tag, count(*) as "usageCount" from (select unnest(tags) as tag from levels) all_tags
      group by tag order by count(*) desc, tag limit :mostTags) t) as tags
