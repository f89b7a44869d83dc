-- How many tickets the tenant has in each view, and how many of one view the filters fit that the counters know.
create or replace function ticket_counts(of_archive boolean, filter jsonb) returns table (active int, archived int, snoozed int, matching int)
  language sql stable
  begin atomic
    select coalesce(sum(delta) filter (where not is_archived and not is_snoozed), 0)::int, coalesce(sum(delta) filter (where is_archived), 0)::int,
      coalesce(sum(delta) filter (where is_snoozed), 0)::int,
      coalesce(sum(delta) filter (where is_archived = of_archive and not is_snoozed and ticket_kind_matches(status, priority, category, filter)), 0)::int
    from (select *, status in ('resolved', 'closed') as is_archived from ticket_count_deltas) as d;
  end;
