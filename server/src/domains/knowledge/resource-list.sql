with found as (
  select id, rank from search_knowledge(
    :levels, nullif(:search, ''), :category, :fileType, nullif(:tags::text[], '{}'), :countCap) with ordinality as f (id, rank)
)
select json_build_object(
  'items', coalesce((select json_agg(resource_json(k, u.name, :publicUrl) order by f.rank)
    from (select * from found where rank <= :shown) f
    join knowledge_articles k on k.id = f.id
    left join users u on u.client_id = k.client_id and u.id = k.uploaded_by), '[]'),
  'total', (select count(*) from found),
  'categories', coalesce((select json_agg(c order by c."articleCount" desc, c.category)
    from (select category, count(*) as "articleCount" from knowledge_articles
      where access_level = any (:levels::text[]) group by category) c), '[]'),
  'tags', coalesce((select json_agg(t order by t."usageCount" desc, t.tag)
    from (select tag, count(*) as "usageCount" from (select unnest(tags) as tag from knowledge_articles
      where access_level = any (:levels::text[])) all_tags group by tag order by count(*) desc, tag limit :mostTags) t), '[]')
) as list
