-- Resources are searched by every part of a word without reading their texts, and ranked by where the words stand. What is
-- long lies apart from the rows, so that counting and ordering reads little. The functions stand in db/functions as well.
drop index knowledge_articles_text;

create function search_fold(typed text) returns text
  language sql immutable parallel safe
  return translate(replace(normalize(lower(regexp_replace(normalize(typed, NFKD),
    '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')), NFC),
    'ß', 'ss'), 'ςı', 'σi');
create or replace function article_text(title text, description text, content text, tags text[]) returns text
  language sql immutable parallel safe
  return public.search_fold(title || chr(10) || coalesce(description, '') || chr(10) || array_to_string(tags, chr(10))
    || chr(10) || coalesce(content, ''));
create function article_words(folded text, weight "char") returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('pg_catalog.simple', regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g')), weight);
create function article_head(title text, tags text[]) returns tsvector
  language sql immutable parallel safe
  return public.article_words(public.search_fold(title), 'A')
    || public.article_words(public.search_fold(array_to_string(tags, chr(10))), 'B');
create function article_parts(folded text) returns tsvector
  language plpgsql immutable parallel safe cost 20000 as $$
declare
  beginning constant text := left(folded, 8000);
  letters constant text[] := string_to_array(regexp_replace(beginning, '\s+', ' ', 'g'), null);
begin
  return array_to_tsvector(array(
    select distinct '~' || part from (
      select letter as part, place from unnest(letters) with ordinality as l (letter, place)
      union all
      select letter || letters[place + 1], place from unnest(letters) with ordinality as l (letter, place)
    ) as parts where part is not null and strpos(part, ' ') = 0
    union
    select substr(word, at, 20)
    from (select distinct word from unnest(regexp_split_to_array(beginning, '[^[:alnum:]]+')) as word) as words,
      generate_series(1, length(word) - 2) as at));
end $$;

alter table knowledge_articles set (toast_tuple_target = 512);
alter table knowledge_articles
  add column folded text not null generated always as (article_text(title, description, content, tags)) stored,
  -- Longer than what the index of parts has of it.
  add column is_long boolean not null generated always as
    (char_length(article_text(title, description, content, tags)) > 8000) stored,
  -- The words of title and tags, and of all the rest.
  add column head tsvector not null generated always as (article_head(title, tags)) stored,
  add column body tsvector not null generated always as
    (article_words(article_text('', description, content, '{}'), 'D')) stored;
-- Read as it is, and what ranks every row beside it.
alter table knowledge_articles
  alter column folded set storage external, alter column body set storage external, alter column head set storage main;
create index knowledge_articles_parts on knowledge_articles using gin (client_id, article_parts(folded));
-- Gathering them for the planner would compute the parts of every row.
alter index knowledge_articles_parts alter column 2 set statistics 0;
create index knowledge_articles_long on knowledge_articles (client_id) where is_long;
create index knowledge_articles_tags on knowledge_articles using gin (client_id, tags);
create index knowledge_articles_in_order on knowledge_articles (client_id, updated_at desc, id desc);

-- How many resources of each level have a category or a tag: reading them all for each list took longer than the list.
create table knowledge_counts (
  client_id uuid not null default current_client_id() references clients (id) on delete cascade,
  access_level text not null check (access_level in ('all-agents', 'supervisors-only', 'admin-only')),
  kind text not null check (kind in ('category', 'tag')),
  name text not null,
  articles int not null,
  primary key (client_id, access_level, kind, name)
);
call protect_tenant_table('knowledge_counts');
do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    insert into knowledge_counts (access_level, kind, name, articles)
      select access_level, 'category', category, count(*) from knowledge_articles group by 1, 2, 3
      union all
      select access_level, 'tag', tag, count(*) from knowledge_articles, unnest(tags) as tag group by 1, 2, 3;
  end loop;
end $$;
