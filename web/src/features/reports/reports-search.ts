import { oneOf, textOf, textsOf } from "../../lib/address-values.ts";

export const reportTabs = ["overview", "team", "questions", "targets", "ratings", "costs", "automation"] as const;
export type ReportTab = (typeof reportTabs)[number];

/** Ranges that end today, by their days. */
export const reportRanges = { "7d": 7, "28d": 28, "90d": 90, "365d": 365 } as const;
export type ReportRange = keyof typeof reportRanges;

/** The URL parameters of reports, as they stand there; absent ones are the default. It loads before any section, so the figures are read later. */
export interface ReportsSearch {
  report?: ReportTab | undefined;
  /** A range that ends today; without it and without days, the last 28. */
  range?: ReportRange | undefined;
  /** Days as 2026-03-01, both included. */
  from?: string | undefined;
  to?: string | undefined;
  compare?: "year" | "none" | undefined;
  hours?: "working" | undefined;
  /** What the table has a row for each of. */
  by?: string | undefined;
  /** What the figures are narrowed to, such as "tag:vip". */
  where?: string[] | undefined;
}

/** Reads the URL parameters of reports and drops unknown ones, so that no link can break the screen. */
export function readReportsSearch(raw: Record<string, unknown>): ReportsSearch {
  const where = textsOf(raw.where);
  return {
    report: oneOf(raw.report, reportTabs),
    range: oneOf(raw.range, Object.keys(reportRanges) as ReportRange[]),
    from: textOf(raw.from),
    to: textOf(raw.to),
    compare: oneOf(raw.compare, ["year", "none"]),
    hours: oneOf(raw.hours, ["working"]),
    by: textOf(raw.by),
    where: where.length > 0 ? where : undefined,
  };
}
