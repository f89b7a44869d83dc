import { durationBounds, durationMarks, middleOf } from "@deskhand/contract/reports/duration-buckets";
import type { FigureValue } from "@deskhand/contract/reports/reports";

/** A sum of what fell into a bucket of time; -1 for what has no time. */
type Sum = { bucket: number; count: number; seconds: number };

/** A figure's value of its sums; only one `withTimes` has times. */
export function figureValueOf(sums: readonly Sum[], withTimes: boolean): FigureValue {
  const count = sums.reduce((all, one) => all + one.count, 0);
  const timed = withTimes ? sums.filter((one) => one.bucket >= 0 && one.count > 0) : [];
  const times = timed.reduce((all, one) => all + one.count, 0);
  const seconds = timed.reduce((all, one) => all + one.seconds, 0);
  return {
    count,
    median: quantileOf(timed, times, 0.5),
    ninetieth: quantileOf(timed, times, 0.9),
    average: times === 0 ? null : Math.round(seconds / times),
  };
}

/** The time that a part of all took at most, by the middle of its bucket. */
function quantileOf(sums: readonly Sum[], times: number, part: number): number | null {
  if (times === 0) return null;
  let left = Math.ceil(times * part);
  for (const { bucket, count } of sums.toSorted((one, other) => one.bucket - other.bucket)) {
    left -= count;
    if (left <= 0) return Math.round(middleOf(bucket));
  }
  return null;
}

/** How times are spread between the marks that people think in; without the marks at both ends between which there is nothing. */
export function spreadOf(sums: readonly Sum[]): { from: number; to: number | null; count: number }[] {
  const cells = durationMarks.map((from, index) => ({ from, to: durationMarks[index + 1] ?? null, count: 0 }));
  for (const { bucket, count } of sums) {
    const begins = durationBounds[bucket];
    const cell = begins === undefined ? undefined : cells.findLast(({ from }) => from <= begins);
    if (cell) cell.count += count;
  }
  const isFull = ({ count }: { count: number }) => count > 0;
  return cells.slice(Math.max(0, cells.findIndex(isFull)), cells.findLastIndex(isFull) + 1);
}
