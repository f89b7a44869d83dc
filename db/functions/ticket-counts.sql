-- How many tickets the tenant has in each view and put off, and how many of one of them the filters fit that the counters know:
-- those of the kinds, those of the queues, or those of one tag. What is asked of a filter stands in a query of its own, which is
-- run once and not for each of the counters.
create or replace function ticket_counts(of_archive boolean, filter jsonb)
  returns table (active int, archived int, snoozed int, matching int)
  language sql stable
  begin atomic
    select views.active, views.archived, views.snoozed,
      case when filter = '{}' then case when of_archive then views.archived else views.active end
        when filter ? 'tag' then (
          select coalesce(sum(d.delta), 0)::int from ticket_tag_deltas d
          where d.tag = lower(filter -> 'tag' ->> 0) and d.is_archived = of_archive and d.is_snoozed = (select filter ? 'snoozed')
        )
        when filter ?| '{needsReply,assignee,unassigned}' then (
          select coalesce(sum(q.delta), 0)::int from ticket_queue_deltas q
          where q.is_archived = of_archive and q.is_snoozed = (select filter ? 'snoozed')
            and (q.is_waiting or (select not filter ? 'needsReply'))
            and (q.assigned_to = (select (filter ->> 'assignee')::uuid) or (select filter ->> 'assignee' is null))
            and (q.assigned_to is null or (select not filter ? 'unassigned'))
        )
        else (
          select coalesce(sum(d.delta), 0)::int from ticket_count_deltas d
          where (d.status in ('resolved', 'closed')) = of_archive and d.is_snoozed = (select filter ? 'snoozed')
            and (d.status = any ((select string_to_array(filter ->> 'status', ','))::text[]) or (select not filter ? 'status'))
            and (d.priority = any ((select string_to_array(filter ->> 'priority', ','))::text[]) or (select not filter ? 'priority'))
            and (d.category = any ((select string_to_array(filter ->> 'category', ','))::text[]) or (select not filter ? 'category'))
        )
      end
    from (
      select coalesce(sum(delta) filter (where not is_archived and not is_snoozed), 0)::int as active,
        coalesce(sum(delta) filter (where is_archived), 0)::int as archived,
        coalesce(sum(delta) filter (where is_snoozed), 0)::int as snoozed
      from (select *, status in ('resolved', 'closed') as is_archived from ticket_count_deltas) as d
    ) as views;
  end;
