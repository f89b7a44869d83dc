import type { Metrics } from "@deskhand/contract/dashboard";
import type { Read } from "../../platform/db/tenant.ts";
import { type MetricsRow, metricsQuery } from "./dashboard.queries.ts";

const hourMs = 3_600_000;

/**
 * Reads the dashboard's figures with their earlier values, as of `now` or else the database's present
 * (docs/product.md#dashboard-figures).
 */
export async function readMetrics(read: Read, now: Date | null = null): Promise<Metrics> {
  const [row] = await read(metricsQuery(now));
  if (!row) throw new Error("A statement of sums returned no row");
  const ratings = satisfactionOf();
  return {
    totalTickets: row.total,
    openTickets: row.open,
    resolvedToday: row.resolved_today,
    averageResponseTime: hoursOf(row.response_ms) ?? 0,
    satisfaction: ratings.now,
    overdueTickets: row.overdue,
    today: row.day,
    earlier: {
      totalTickets: row.total - row.created_this_week,
      openTickets: row.open_by_today,
      resolvedTickets: row.resolved_yesterday,
      averageResponseTime: hoursOf(row.response_ms_before),
      satisfaction: ratings.monthAgo,
    },
  };
}

/** What customers rate on the average, now and a month ago: nothing, as nobody can rate. */
function satisfactionOf(): { now: number | null; monthAgo: number | null } {
  return { now: null, monthAgo: null };
}

function hoursOf(ms: MetricsRow["response_ms"]): number | null {
  return ms === null ? null : Math.round((ms / hourMs) * 10) / 10;
}
