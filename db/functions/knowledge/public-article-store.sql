-- Returns the tenant of a public article's id and nothing else: anybody may follow such a link, before a tenant is
-- known.
create or replace function public_article_store(article uuid) returns uuid
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select a.client_id from knowledge_articles a where a.id = article and a.is_public limit 1;
  end;
revoke all on function public_article_store from public;
grant execute on function public_article_store to deskhand_app;
