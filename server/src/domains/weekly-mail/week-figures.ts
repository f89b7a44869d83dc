import type { CountedList } from "@deskhand/contract/home/home-lists";
import { writeFigureFilter } from "@deskhand/contract/reports/figure-filter";
import type { FigureName } from "@deskhand/contract/reports/figures";
import { type Report, reportInput } from "@deskhand/contract/reports/reports";
import type { Days } from "@deskhand/contract/search/listed-days";
import type { Read, TenantTx } from "../../platform/db/tenant.ts";
import { readReport } from "../reports/index.ts";
import { selectWaiting } from "./weekly-mail.queries.ts";

/** A figure of a week and of the one before, and the list of the tickets that it counts. */
type WeekFigure<Value> = { now: Value; before: Value; list: CountedList };

/** How a store's week was, as its reports count it, and what waits now. */
export type WeekFigures = {
  days: Days;
  created: WeekFigure<number>;
  resolved: WeekFigure<number>;
  /** In milliseconds: half of the tickets that were first answered in the week were answered sooner. Null where none was. */
  firstAnswer: WeekFigure<number | null>;
  /** The day on which the most tickets came; null where none came. */
  busiest: { day: string; count: number } | null;
  most: { category: string; count: number } | null;
  waiting: number;
  /** Since which day the longest of them waits. */
  waitingSince: string | null;
};

/** Counts the week before a Monday of the store's clocks (docs/product.md#weekly-mail). */
export async function weekFigures(tx: TenantTx, monday: string): Promise<WeekFigures> {
  const days = { from: dayBefore(monday, 7), to: dayBefore(monday, 1) };
  const read: Read = async (query) => (await tx.executeQuery(query)).rows;
  const figures: FigureName[] = ["created", "resolved", "firstReply"];
  const report = await readReport(read, reportInput.parse({ ...days, step: "day", figures, by: "category" }));
  const { waiting, waitingSince } = await selectWaiting(tx);
  const [firstAnswer, counts] = [
    inReport(report, "firstReply"),
    inReport(report, "created").series.map(({ count }) => count),
  ];
  const most = report.table?.rows.find(({ values }) => (values[0]?.count ?? 0) > 0);
  const busiest = counts.indexOf(Math.max(...counts));
  return {
    days,
    created: countOf(report, "created"),
    resolved: countOf(report, "resolved"),
    firstAnswer: {
      now: inMs(firstAnswer.whole.median),
      before: inMs(firstAnswer.before?.median ?? null),
      list: listOf(report, "firstReply"),
    },
    busiest: counts[busiest] ? { day: dayBefore(days.from, -busiest), count: counts[busiest] } : null,
    most: most ? { category: most.label, count: most.values[0]?.count ?? 0 } : null,
    waiting,
    waitingSince,
  };
}

const inMs = (seconds: number | null) => (seconds === null ? null : seconds * 1_000);

function inReport({ figures }: Report, name: FigureName) {
  const found = figures.find(({ figure }) => figure === name);
  if (!found) throw new Error(`The report has no ${name}`);
  return found;
}

function countOf(report: Report, name: FigureName): WeekFigure<number> {
  const { whole, before } = inReport(report, name);
  return { now: whole.count, before: before?.count ?? 0, list: listOf(report, name) };
}

/** The list of exactly the tickets that a figure counted. */
function listOf({ range: { from, to } }: Report, figure: FigureName): CountedList {
  return { view: "active", everywhere: true, figure: writeFigureFilter({ figure, from, to, traits: [], took: null }) };
}

const DAY_MS = 86_400_000;

/** The day so many days before another, of the calendar. */
function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}
