-- The articles of the picker that a text and the filters fit, in its order; planned anew for every search, for the filters
-- that are set.
create or replace function search_knowledge(
  levels text[], typed text, wanted_category text, wanted_type text, wanted_tags text[], cap int
) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute
    'select id from knowledge_articles
     where client_id = current_setting(''app.client_id'')::uuid and access_level = any ($1)'
    || case when typed is not null then ' and article_text(title, description, content, tags) like $2' else '' end
    || case when wanted_category is not null then ' and category = $3' else '' end
    || case when wanted_type is not null then ' and file_type = $4' else '' end
    || case when wanted_tags is not null then ' and tags && $5' else '' end
    || ' order by usage_count desc, updated_at desc, id desc limit $6'
    using levels, '%' || search_like(lower(typed)) || '%', wanted_category, wanted_type, wanted_tags, cap;
end $$;
revoke all on function search_knowledge from public;
grant execute on function search_knowledge to deskhand_app;
