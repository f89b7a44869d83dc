-- Counts articles by category and tag: adds a statement's new rows less its old ones in a fixed order, so that
-- concurrent statements cannot deadlock.
create or replace function count_articles() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in execute
    'select client_id, access_level, kind, name, sum(sign)::int as articles from ('
    || case when tg_op = 'DELETE' then '' else
         'select k.client_id, k.access_level, f.kind, f.name, 1 as sign
          from added k cross join lateral (select ''category'', k.category union all select ''tag'', unnest(k.tags)) f (kind, name)' end
    || case when tg_op = 'UPDATE' then ' union all ' else '' end
    || case when tg_op = 'INSERT' then '' else
         'select k.client_id, k.access_level, f.kind, f.name, -1
          from gone k cross join lateral (select ''category'', k.category union all select ''tag'', unnest(k.tags)) f (kind, name)' end
    || ') as each (client_id, access_level, kind, name, sign)
       group by 1, 2, 3, 4 having sum(sign) <> 0 order by 1, 2, 3, 4'
  loop
    if change.articles > 0 then
      insert into knowledge_counts as c (client_id, access_level, kind, name, articles)
        values (change.client_id, change.access_level, change.kind, change.name, change.articles)
        on conflict (client_id, access_level, kind, name) do update set articles = c.articles + excluded.articles;
    else
      update knowledge_counts c set articles = c.articles + change.articles
        where (client_id, access_level, kind, name) = (change.client_id, change.access_level, change.kind, change.name);
      delete from knowledge_counts c
        where (client_id, access_level, kind, name) = (change.client_id, change.access_level, change.kind, change.name)
          and c.articles <= 0;
    end if;
  end loop;
  return null;
end $$;
create or replace trigger articles_counted_in after insert on knowledge_articles
  referencing new table as added for each statement execute function count_articles();
create or replace trigger articles_counted_anew after update on knowledge_articles
  referencing old table as gone new table as added for each statement execute function count_articles();
create or replace trigger articles_counted_out after delete on knowledge_articles
  referencing old table as gone for each statement execute function count_articles();
