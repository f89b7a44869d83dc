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
    satisfaction: oneDecimal(row.rating),
    overdueTickets: row.overdue,
    today: row.day,
    earlier: {
      totalTickets: row.total - row.created_this_week,
      openTickets: row.open_by_today,
      resolvedTickets: row.resolved_yesterday,
      averageResponseTime: hoursOf(row.response_ms_before),
      satisfaction: oneDecimal(row.rating_before),
    },
  };
}

function hoursOf(ms: MetricsRow["response_ms"]): number | null {
  return oneDecimal(ms === null ? null : ms / hourMs);
}

function oneDecimal(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}
