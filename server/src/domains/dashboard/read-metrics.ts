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
  return {
    totalTickets: row.total,
    openTickets: row.open,
    resolvedToday: row.resolved_today,
    averageResponseTime: hoursOf(row.response_ms) ?? 0,
    satisfaction: null,
    overdueTickets: row.overdue,
    earlier: {
      totalTickets: row.total - row.created_this_week,
      openTickets: row.open_by_today,
      resolvedTickets: row.resolved_yesterday,
      averageResponseTime: hoursOf(row.response_ms_before),
      satisfaction: null,
    },
  };
}

function hoursOf(ms: MetricsRow["response_ms"]): number | null {
  return ms === null ? null : Math.round((ms / hourMs) * 10) / 10;
}
