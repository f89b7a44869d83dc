-- How many tickets the tenant has in each view and put off, and how many of one of them the filters fit that the counters know:
-- those of the kinds, those of the queues, or those of one tag.
create or replace function ticket_counts(of_archive boolean, filter jsonb)
  returns table (active int, archived int, snoozed int, matching int)
  language sql stable
  begin atomic
    select coalesce(sum(delta) filter (where not is_archived and not is_snoozed), 0)::int,
      coalesce(sum(delta) filter (where is_archived), 0)::int,
      coalesce(sum(delta) filter (where is_snoozed), 0)::int,
      case when filter ? 'tag' then (
          select coalesce(sum(d.delta), 0)::int from ticket_tag_deltas d
          where d.tag = lower(filter -> 'tag' ->> 0) and d.is_archived = of_archive and d.is_snoozed = (filter ? 'snoozed')
        )
        when filter ?| '{needsReply,assignee,unassigned}' then (
          select coalesce(sum(q.delta), 0)::int from ticket_queue_deltas q
          where q.is_archived = of_archive and q.is_snoozed = (filter ? 'snoozed')
            and (q.is_waiting or not filter ? 'needsReply') and ticket_queue_matches(q.assigned_to, filter)
        )
        else coalesce(sum(delta) filter (where is_archived = of_archive and is_snoozed = (filter ? 'snoozed')
          and ticket_kind_matches(status, priority, category, filter)), 0)::int
      end
    from (select *, status in ('resolved', 'closed') as is_archived from ticket_count_deltas) as d;
  end;
