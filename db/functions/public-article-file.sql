-- A link to a public article's file is followed by anybody, before a tenant is known: this returns the file for the id of one
-- public article with a file, and for nothing else.
create or replace function public_article_file(article uuid)
  returns table (client_id uuid, file_id uuid, file_name text, content_type text, file_size bigint)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select a.client_id, a.file_id, a.file_name, a.content_type, a.file_size from knowledge_articles a
    where a.id = article and a.is_public and a.file_id is not null
    limit 1;
  end;
revoke all on function public_article_file from public;
grant execute on function public_article_file to deskhand_app;
