-- Resources are found however a word is written, as everything else is. The functions stand in db/functions as well.
-- A text folded, with those of its words once more that may be written with an umlaut, as with one ("muessig", "mussig").
create function search_body(content text) returns text
  language plpgsql immutable parallel safe as $$
declare
  folded constant text := public.search_letters(content);
  drawn_together constant text := public.search_drawn_together(folded);
begin
  return folded || coalesce((
    select chr(10) || string_agg(word, ' ' order by word) from (
      select regexp_split_to_table(drawn_together, '\s+') except select regexp_split_to_table(folded, '\s+')) as others (word)
    where drawn_together <> folded), '');
end $$;

create or replace function article_text(title text, description text, content text, tags text[]) returns text
  language sql immutable parallel safe
  return public.search_body(title || chr(10) || coalesce(description, '') || chr(10) || array_to_string(tags, chr(10))
    || chr(10) || coalesce(content, ''));
create or replace function article_head(title text, tags text[]) returns tsvector
  language sql immutable parallel safe
  return public.article_words(public.search_body(title), 'A')
    || public.article_words(public.search_body(array_to_string(tags, chr(10))), 'B');

-- With the columns go the indexes that have them.
alter table knowledge_articles drop column folded, drop column is_long, drop column head, drop column body;
alter table knowledge_articles
  add column folded text not null generated always as (article_text(title, description, content, tags)) stored,
  add column is_long boolean not null generated always as
    (char_length(article_text(title, description, content, tags)) > 8000) stored,
  add column head tsvector not null generated always as (article_head(title, tags)) stored,
  add column body tsvector not null generated always as
    (article_words(article_text('', description, content, '{}'), 'D')) stored;
alter table knowledge_articles
  alter column folded set storage external, alter column body set storage external, alter column head set storage main;
create index knowledge_articles_parts on knowledge_articles using gin (client_id, article_parts(folded));
alter index knowledge_articles_parts alter column 2 set statistics 0;
create index knowledge_articles_long on knowledge_articles (client_id) where is_long;
