import type { MailDirection, MailLogState } from "@deskhand/contract/vocabulary";
import { momentOfDay } from "../../lib/moment-of-day.ts";

/** What the log's screen is narrowed to; days as "2026-11-22". */
export interface ShownFilter {
  direction?: MailDirection | undefined;
  state?: MailLogState | undefined;
  /** What is searched for. */
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filter as the server takes it: days begin and end in the reader's time zone, and the last one is included. */
export function asked({ direction, state, q, from, to }: ShownFilter) {
  const start = momentOfDay(from);
  const end = momentOfDay(to, 1);
  return {
    ...(direction && { direction }),
    ...(state && { state }),
    // As much as the search field takes: an address can hold more.
    ...(q && { search: q.slice(0, 200) }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
}
