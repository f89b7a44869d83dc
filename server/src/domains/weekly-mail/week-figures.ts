import type { CountedList } from "@deskhand/contract/home/home-lists";
import { type Days, writeDays } from "@deskhand/contract/search/listed-days";
import type { TicketCategory } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { selectWeek } from "./weekly-mail.queries.ts";

/** A figure of a week and of the one before, and the list of the tickets that it counts. */
type WeekFigure<Value> = { now: Value; before: Value; list: CountedList };

/** How a store's week was, and what waits now. */
export type WeekFigures = {
  days: Days;
  created: WeekFigure<number>;
  resolved: WeekFigure<number>;
  /** In milliseconds: half of the tickets that were first answered in the week were answered sooner. Null where none was. */
  firstAnswer: WeekFigure<number | null>;
  /** The day on which the most tickets came; null where none came. */
  busiest: { day: string; count: number } | null;
  most: { category: TicketCategory; count: number } | null;
  waiting: number;
  /** Since which day the longest of them waits. */
  waitingSince: string | null;
};

/** Counts the week before a Monday of the store's clocks (docs/product.md#weekly-mail). */
export async function weekFigures(tx: TenantTx, monday: string): Promise<WeekFigures> {
  const weekBack = (weeks: number): Days => ({
    from: dayBefore(monday, 7 * weeks),
    to: dayBefore(monday, 7 * weeks - 6),
  });
  const days = weekBack(1);
  const row = await selectWeek(tx, { days, earlier: weekBack(2) });
  const written = writeDays(days);
  const all = { view: "active", everywhere: true } as const;
  return {
    days,
    created: { now: row.created, before: row.createdBefore, list: { ...all, created: written } },
    resolved: { now: row.resolved, before: row.resolvedBefore, list: { ...all, resolved: written } },
    firstAnswer: { now: row.answerMs, before: row.answerMsBefore, list: { ...all, answered: written } },
    busiest: row.busiest && { day: row.busiest.value, count: row.busiest.count },
    most: row.most && { category: row.most.value, count: row.most.count },
    waiting: row.waiting,
    waitingSince: row.waitingSince,
  };
}

const DAY_MS = 86_400_000;

/** The day so many days before another, of the calendar. */
function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}
