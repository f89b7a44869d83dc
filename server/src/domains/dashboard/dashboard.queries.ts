import type { Activity } from "@deskhand/contract/activities";
import { limits } from "@deskhand/contract/limits";
import type { CompiledQuery } from "kysely";
import { rawQuery } from "../../platform/db/raw-query.ts";
import { activityText } from "../tickets/index.ts";

/** Counts come as numbers; a time in milliseconds as JSON's number or null. */
export type MetricsRow = {
  total: number;
  open: number;
  resolved_today: number;
  response_ms: number | null;
  overdue: number;
  created_this_week: number;
  open_by_today: number;
  resolved_yesterday: number;
  response_ms_before: number | null;
};

/**
 * The six metrics and what they are compared with, in one statement (docs/decisions/0015). `now` is written into it
 * rather than bound, the database's own clock when it is null: so PostgreSQL keeps one plan, made for narrow ranges.
 */
export function metricsQuery(now: Date | null): CompiledQuery<MetricsRow> {
  const at = now ? `timestamptz '${now.toISOString()}'` : "now()";
  return rawQuery(metricsText(at));
}

// No time zone's last two days are longer than 50 hours: with that bound the planner knows how few rows there are.
function metricsText(now: string): string {
  return `
    with day as materialized (
      select date_trunc('day', local) at time zone time_zone as today,
        (date_trunc('day', local) - interval '1 day') at time zone time_zone as yesterday
      from (select time_zone, ${now} at time zone time_zone as local from clients) c
    ),
    step as materialized (
      select a.ticket_id, a.id, a.created_at, a.created_at >= day.today as is_today, a.details ->> 'from' as "from",
        case a.kind when 'reopened' then 'open' else a.details ->> 'to' end as "to"
      from ticket_activities a, day
      where a.kind in ('status_changed', 'reopened') and a.created_at >= ${now} - interval '50 hours'
        and a.created_at >= day.yesterday
    )
    select counts.total, counts.open, resolved.today as resolved_today, responses.response_ms, due.overdue,
      week.created as created_this_week, counts.open - fresh.open - moved.open as open_by_today,
      ended.resolved as resolved_yesterday, responses.response_ms_before
    from (
      select coalesce(sum(delta), 0)::int as total, coalesce(sum(delta) filter (where status = 'open'), 0)::int as open
      from ticket_count_deltas
    ) counts,
    (select count(*)::int as overdue from support_tickets where not is_archived and due_date < ${now}) due,
    (select count(*)::int as created from support_tickets where created_at >= ${now} - interval '7 days') week,
    (
      select count(*)::int as open from support_tickets
      where created_at >= ${now} - interval '50 hours' and created_at >= (select today from day) and status = 'open'
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
        select responses, response_ms, coalesce(responded_at < ${now} - interval '7 days', true) as is_old
        from ticket_response_deltas
      ) deltas
    ) responses`;
}

const recentActivityText = `
  select ${activityText} as activity, t.ticket_number, t.subject
  from (
    select * from ticket_activities order by created_at desc, id desc limit ${limits.dashboardRecentActivity}
  ) a
  join support_tickets t on t.id = a.ticket_id
  left join users u on u.id = a.actor_id
  order by a.created_at desc, a.id desc`;

type ActivityRow = { activity: Activity; ticket_number: number; subject: string };

/** The newest steps of all the tenant's tickets, newest first. */
export function recentActivityQuery(): CompiledQuery<ActivityRow> {
  return rawQuery(recentActivityText);
}
