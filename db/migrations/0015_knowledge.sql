-- What agents look things up in and send to customers (spec part 2, section 3: knowledge article).
create table knowledge_articles (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  id uuid not null,
  title text not null check (char_length(title) between 1 and 200),
  description text check (char_length(description) between 1 and 1000),
  content text check (char_length(content) between 1 and 100000),
  file_id uuid,
  -- As it was uploaded, and of what kind it is by its bytes.
  file_name text check (char_length(file_name) between 1 and 255),
  content_type text,
  file_size bigint check (file_size >= 0),
  file_url text generated always as (case when file_id is not null then '/knowledge/' || id || '/file' end) stored,
  file_type text not null default 'text'
    check (file_type in ('text', 'pdf', 'document', 'image', 'video', 'audio', 'manual', 'policy')),
  category text not null default 'Training Materials'
    check (category in ('Training Materials', 'Company Policies', 'Technical Documentation', 'Procedures',
      'Product Information', 'Templates')),
  tags text[] not null default '{}',
  access_level text not null default 'all-agents'
    check (access_level in ('all-agents', 'supervisors-only', 'admin-only')),
  is_public boolean not null default true,
  uploaded_by uuid,
  -- No index has these: counting a use rewrites no text index.
  opened_count int not null default 0 check (opened_count >= 0),
  attached_count int not null default 0 check (attached_count >= 0),
  usage_count int not null generated always as (opened_count + attached_count) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (client_id, id),
  foreign key (client_id, file_id) references files (client_id, id),
  foreign key (client_id, uploaded_by) references users (client_id, id) on delete set null (uploaded_by),
  constraint restricted_is_private check (not is_public or access_level = 'all-agents'),
  constraint file_is_described check (num_nonnulls(file_id, file_name, content_type, file_size) in (0, 4))
) with (fillfactor = 90);
create index knowledge_articles_file on knowledge_articles (client_id, file_id) where file_id is not null;
create index knowledge_articles_public on knowledge_articles (id) where is_public;
call protect_tenant_table('knowledge_articles');

-- What a search looks through. array_to_string is only called stable because it takes arrays of any type; of texts it is
-- immutable, and an index needs it to be.
create function article_text(title text, description text, content text, tags text[]) returns text
  language sql immutable parallel safe
  return lower(title || chr(10) || coalesce(description, '') || chr(10) || array_to_string(tags, chr(10)) || chr(10)
    || coalesce(content, ''));
create index knowledge_articles_text on knowledge_articles
  using gin (client_id, article_text(title, description, content, tags) gin_trgm_ops);

-- As with search_tickets: only a function that filters by the tenant itself gets at the index, and ids are all it tells,
-- in the order of the picker. It is planned anew for every search, for the filters that are set.
create policy search on knowledge_articles for select to current_user using (true);
create function search_knowledge(
  levels text[], pattern text, wanted_category text, wanted_type text, wanted_tags text[], cap int
) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute
    'select id from knowledge_articles
     where client_id = current_setting(''app.client_id'')::uuid and access_level = any ($1)'
    || case when pattern is not null then ' and article_text(title, description, content, tags) like $2' else '' end
    || case when wanted_category is not null then ' and category = $3' else '' end
    || case when wanted_type is not null then ' and file_type = $4' else '' end
    || case when wanted_tags is not null then ' and tags && $5' else '' end
    || ' order by usage_count desc, updated_at desc, id desc limit $6'
    using levels, pattern, wanted_category, wanted_type, wanted_tags, cap;
end $$;
revoke all on function search_knowledge from public;
grant execute on function search_knowledge to deskhand_app;

-- A link to a public article's file is followed by anybody, before a tenant is known: this answers for the id of one
-- public article with a file, and for nothing else.
create function public_article_file(article uuid)
  returns table (client_id uuid, file_id uuid, file_name text, content_type text, file_size bigint)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select a.client_id, a.file_id, a.file_name, a.content_type, a.file_size from knowledge_articles a
    where a.id = article and a.is_public and a.file_id is not null
    limit 1;
  end;
revoke all on function public_article_file from public;
grant execute on function public_article_file to deskhand_app;
