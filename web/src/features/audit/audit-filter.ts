import type { AuditKind } from "@deskhand/contract/admin/audit-actions";
import { momentOfDay } from "../../lib/moment-of-day.ts";

/** What the log's screen is narrowed to; days as "2026-11-22". */
export interface ShownFilter {
  person?: string | undefined;
  kind?: AuditKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filter as the server takes it: days begin and end in the reader's time zone, and the last one is included. */
export function asked({ person, kind, from, to }: ShownFilter) {
  const start = momentOfDay(from);
  const end = momentOfDay(to, 1);
  return {
    ...(person && { userId: person }),
    ...(kind && { kind }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
}
