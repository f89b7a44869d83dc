-- Two days have at most 50 hours in any time zone; with that bound the planner expects few rows.
with day as materialized (
  select to_char(local, 'YYYY-MM-DD') as day, date_trunc('day', local) at time zone time_zone as today,
    (date_trunc('day', local) - interval '1 day') at time zone time_zone as yesterday
  from (select time_zone, :now::timestamptz at time zone time_zone as local from clients) c
),
step as materialized (
  select a.ticket_id, a.id, a.created_at, a.created_at >= day.today as is_today, a.details ->> 'from' as "from",
    case a.kind when 'reopened' then 'open' else a.details ->> 'to' end as "to"
  from ticket_activities a, day
  where a.kind in ('status_changed', 'reopened') and a.created_at >= :now::timestamptz - interval '50 hours'
    and a.created_at >= day.yesterday
)
select (select day from day), counts.total, counts.open, resolved.today as resolved_today, responses.response_ms, due.overdue,
  week.created as created_this_week, counts.open - fresh.open - moved.open as open_by_today,
  ended.resolved as resolved_yesterday, responses.response_ms_before,
  ratings.average as rating, ratings.average_before as rating_before
from (
  select coalesce(sum(delta), 0)::int as total, coalesce(sum(delta) filter (where status = 'open'), 0)::int as open
  from ticket_count_deltas
) counts,
(select count(*)::int as overdue from support_tickets where not is_archived and due_date < :now::timestamptz) due,
(select count(*)::int as created from support_tickets where created_at >= :now::timestamptz - interval '7 days') week,
(
  select count(*)::int as open from support_tickets
  where created_at >= :now::timestamptz - interval '50 hours' and created_at >= (select today from day) and status = 'open'
) fresh,
(
  select coalesce(sum((s."to" = 'open')::int - (s."from" = 'open')::int), 0)::int as open
  from step s join support_tickets t on t.id = s.ticket_id
  where s.is_today and t.created_at < (select today from day)
) moved,
(
  select count(distinct t.id)::int as today from step s join support_tickets t on t.id = s.ticket_id
  where s.is_today and s."to" = 'resolved' and t.status = 'resolved'
) resolved,
(
  select count(*)::int as resolved from (
    select distinct on (ticket_id) "to" from step where not is_today order by ticket_id, created_at desc, id desc
  ) last where "to" = 'resolved'
) ended,
(
  select (sum(response_ms) / nullif(sum(responses), 0))::float8 as response_ms,
    (sum(response_ms) filter (where is_old) / nullif(sum(responses) filter (where is_old), 0))::float8 as response_ms_before
  from (
    select responses, response_ms, coalesce(responded_at < :now::timestamptz - interval '7 days', true) as is_old
    from ticket_response_deltas
  ) deltas
) responses,
(
  select avg(score)::float8 as average,
    (avg(score) filter (where rated_at < :now::timestamptz - interval '1 month'))::float8 as average_before
  from ticket_ratings where score is not null
) ratings
