import type { AuditKind } from "@deskhand/contract/admin/audit-actions";

/** What the log's screen is narrowed to; days as "2026-11-22". */
export interface ShownFilter {
  person?: string | undefined;
  kind?: AuditKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filter as the server takes it: days begin and end in the reader's time zone, and the last one is included. */
export function asked({ person, kind, from, to }: ShownFilter) {
  const start = momentOf(from, 0);
  const end = momentOf(to, 1);
  return {
    ...(person && { userId: person }),
    ...(kind && { kind }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
}

function momentOf(day: string | undefined, daysLater: number): string | undefined {
  const [, year = "", month = "", date = ""] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  if (year === "") return undefined;
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  // A year that is being typed begins with naughts.
  return Number(year) < 1970 || Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
