-- Returns the tenant's numbers of tickets in each view and snoozed, and how many of one view match filters; null if no
-- counter knows. That is in a separate query, which runs once and not per row of the caller.
create or replace function ticket_counts(of_archive boolean, filter jsonb)
  returns table (active int, archived int, snoozed int, matching int)
  language sql stable
  begin atomic
    select views.active, views.archived, views.snoozed,
      case when filter ? 'everywhere' then (select sum(known.exact)::int from each_view(filter) as v
          cross join lateral known_count(v.of_view, v.archived) as known having bool_and(known.exact is not null))
        when filter = '{}' then case when of_archive then views.archived else views.active end
        when are_counted(filter) then (select known.exact from known_count(filter, of_archive) as known) end
    from (
      select coalesce(sum(delta) filter (where not is_archived and not is_snoozed), 0)::int as active,
        coalesce(sum(delta) filter (where is_archived), 0)::int as archived,
        coalesce(sum(delta) filter (where is_snoozed), 0)::int as snoozed
      from (select *, status in ('resolved', 'closed') as is_archived from ticket_count_deltas) as d
    ) as views;
  end;
