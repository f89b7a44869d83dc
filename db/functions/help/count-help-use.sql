-- Adds a person's reading of a help article to the totals. A deleted person's votes are removed, the reading stays.
create or replace function count_help_use() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into help_figures as f (article_id, views, helpful, not_helpful, ratings, rating_sum) values (
    coalesce(new.article_id, old.article_id),
    coalesce(new.opened_on > coalesce(old.opened_on, '-infinity'), false)::int,
    coalesce(new.is_helpful, false)::int - coalesce(old.is_helpful, false)::int,
    coalesce(not new.is_helpful, false)::int - coalesce(not old.is_helpful, false)::int,
    (new.rating is not null)::int - (old.rating is not null)::int,
    coalesce(new.rating, 0) - coalesce(old.rating, 0)
  ) on conflict (article_id) do update set
    views = f.views + excluded.views,
    helpful = f.helpful + excluded.helpful,
    not_helpful = f.not_helpful + excluded.not_helpful,
    ratings = f.ratings + excluded.ratings,
    rating_sum = f.rating_sum + excluded.rating_sum;
  return null;
end $$;
revoke all on function count_help_use from public;
create or replace trigger help_uses_counted after insert or update or delete on help_uses
  for each row execute function count_help_use();
