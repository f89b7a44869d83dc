-- Resources are written by people from here on: once for a request, seen by whoever edits them at the same time, with what
-- they were before each edit, and with files that wait until they are saved.
alter table knowledge_articles
  -- Made by the browser for one resource: a repeated request finds what the first one made.
  add column creation_key uuid,
  -- Who saved what it is now.
  add column updated_by uuid,
  add foreign key (client_id, updated_by) references users (client_id, id) on delete set null (updated_by);
do $$
declare
  tenant uuid;
begin
  for tenant in select id from clients loop
    perform set_config('app.client_id', tenant::text, true);
    update knowledge_articles set updated_by = uploaded_by where uploaded_by is not null;
  end loop;
end $$;
create unique index knowledge_articles_once on knowledge_articles (client_id, uploaded_by, creation_key)
  where creation_key is not null;

-- What a resource was before an edit. Its file is not kept; its name is, for people to read.
create table knowledge_versions (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  article_id uuid not null,
  number int not null check (number > 0),
  title text not null,
  description text,
  content text,
  file_name text,
  file_type text not null
    check (file_type in ('text', 'pdf', 'document', 'image', 'video', 'audio', 'manual', 'policy')),
  category text not null
    check (category in ('Training Materials', 'Company Policies', 'Technical Documentation', 'Procedures',
      'Product Information', 'Templates')),
  tags text[] not null,
  -- The level at that time: words that were closed once stay so when the resource is opened.
  access_level text not null check (access_level in ('all-agents', 'supervisors-only', 'admin-only')),
  is_public boolean not null,
  saved_by uuid,
  saved_at timestamptz(3) not null,
  primary key (client_id, article_id, number),
  foreign key (client_id, article_id) references knowledge_articles (client_id, id) on delete cascade,
  foreign key (client_id, saved_by) references users (client_id, id) on delete set null (saved_by)
);
call protect_tenant_table('knowledge_versions');

-- Files that were uploaded for a resource which is not saved yet, each known by its file's id. Saving takes the row away;
-- what is not saved within a day is deleted with its file.
create table knowledge_uploads (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  file_id uuid not null,
  -- The person may go first: the row stays, so that the file goes too.
  user_id uuid,
  file_name text not null check (char_length(file_name) between 1 and 255),
  file_size bigint not null check (file_size > 0),
  content_type text not null,
  file_type text not null
    check (file_type in ('text', 'pdf', 'document', 'image', 'video', 'audio', 'manual', 'policy')),
  idempotency_key uuid,
  created_at timestamptz(3) not null default now(),
  primary key (client_id, file_id),
  foreign key (client_id, file_id) references files (client_id, id),
  foreign key (client_id, user_id) references users (client_id, id) on delete set null (user_id)
);
create unique index knowledge_uploads_once on knowledge_uploads (client_id, user_id, idempotency_key)
  where idempotency_key is not null;
create index knowledge_uploads_by_age on knowledge_uploads (client_id, created_at);
call protect_tenant_table('knowledge_uploads');
