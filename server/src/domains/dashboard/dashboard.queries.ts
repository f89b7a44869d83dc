import { limits } from "@deskhand/contract/limits";
import type { Activity } from "@deskhand/contract/tickets";
import type { CompiledQuery } from "kysely";
import { compose, statement } from "../../platform/db/statement.ts";
import { activityJson } from "../tickets/index.ts";

export type MetricsRow = {
  day: string;
  total: number;
  open: number;
  resolved_today: number;
  response_ms: number | null;
  overdue: number;
  created_this_week: number;
  open_by_today: number;
  resolved_yesterday: number;
  response_ms_before: number | null;
  rating: number | null;
  rating_before: number | null;
};

const metrics = new URL("./metrics.sql", import.meta.url);
const metricsNow = statement<Record<never, never>, MetricsRow>(metrics, { now: "now()" });
const metricsAt = statement<{ now: Date }, MetricsRow>(metrics);

/**
 * Selects the six metrics with their earlier values in one statement (docs/decisions/0015). For null, the database's clock is part of the
 * text instead of a parameter, so that PostgreSQL keeps one plan for narrow ranges.
 */
export function metricsQuery(now: Date | null): CompiledQuery<MetricsRow> {
  return now ? metricsAt({ now }) : metricsNow({});
}

type ActivityRow = { activity: Activity; ticketNumber: number; subject: string };

/** Selects the newest steps of all the tenant's tickets, newest first. */
export function recentActivityQuery(): CompiledQuery<ActivityRow> {
  const newest = compose
    .selectFrom("ticket_activities")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limits.dashboardRecentActivity);
  return compose
    .selectFrom(newest.as("a"))
    .innerJoin("support_tickets as t", "t.id", "a.ticket_id")
    .leftJoin("users as u", "u.id", "a.actor_id")
    .select([activityJson.as("activity"), "t.ticket_number as ticketNumber", "t.subject"])
    .orderBy("a.created_at", "desc")
    .orderBy("a.id", "desc")
    .compile();
}
