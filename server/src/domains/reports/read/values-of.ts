import { durationBounds, durationMarks, middleOf } from "@deskhand/contract/reports/duration-buckets";
import type { FigureValue } from "@deskhand/contract/reports/reports";
import type { Sum } from "./report.queries.ts";

/** A figure's value of its sums; only one `withTimes` has times. */
export function figureValueOf(sums: readonly Sum[], withTimes: boolean): FigureValue {
  const count = sums.reduce((all, one) => all + one.count, 0);
  if (!withTimes) return { count, median: null, ninetieth: null, average: null };
  const cells = addUp(sums);
  const times = cells.reduce((all, one) => all + one, 0);
  const seconds = sums.reduce((all, one) => all + one.seconds, 0);
  return {
    count,
    median: quantileOf(cells, times, 0.5),
    ninetieth: quantileOf(cells, times, 0.9),
    average: times === 0 ? null : Math.round(seconds / times),
  };
}

/** How much fell into each bucket; what has no time is in none. */
function addUp(sums: readonly Sum[]): number[] {
  const cells = durationBounds.map(() => 0);
  for (const { buckets, counts } of sums) {
    for (const [place, bucket] of buckets.entries()) {
      if (bucket >= 0) cells[bucket] = (cells[bucket] ?? 0) + (counts[place] ?? 0);
    }
  }
  return cells;
}

/** The time that a part of all took at most, by the middle of its bucket. */
function quantileOf(cells: readonly number[], times: number, part: number): number | null {
  if (times === 0) return null;
  let left = Math.ceil(times * part);
  for (const [bucket, count] of cells.entries()) {
    left -= count;
    if (left <= 0) return Math.round(middleOf(bucket));
  }
  return null;
}

/** How times are spread between the marks that people think in; without the marks at both ends between which there is nothing. */
export function spreadOf(sums: readonly Sum[]): { from: number; to: number | null; count: number }[] {
  const cells = durationMarks.map((from, index) => ({ from, to: durationMarks[index + 1] ?? null, count: 0 }));
  for (const [bucket, count] of addUp(sums).entries()) {
    const begins = durationBounds[bucket] ?? 0;
    const cell = cells.findLast(({ from }) => from <= begins);
    if (cell) cell.count += count;
  }
  const isFull = ({ count }: { count: number }) => count > 0;
  return cells.slice(Math.max(0, cells.findIndex(isFull)), cells.findLastIndex(isFull) + 1);
}
