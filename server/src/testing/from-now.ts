import { setTimeout as sleep } from "node:timers/promises";
import type { Desk } from "./open-desk.ts";

const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000, ms: 1 };
type Span = { [unit in keyof typeof units]?: number };

/** Returns the moment a span after now, or before it when the span is negative, in milliseconds since 1970. */
export function msFromNow(span: Span): number {
  const parts = Object.entries(units).map(([unit, ms]) => (span[unit as keyof Span] ?? 0) * ms);
  return Date.now() + parts.reduce((sum, part) => sum + part, 0);
}

/** Returns a moment after or before now in the format of rows and answers, for what is long over or still to come. */
export function fromNow(span: Span): string {
  return new Date(msFromNow(span)).toISOString();
}

/** Returns the database's time, to compare with rows it writes later. */
export async function databaseTime({ asOwner }: Pick<Desk, "asOwner">): Promise<string> {
  const [row] = await asOwner<{ now: Date }>("select clock_timestamp() as now");
  if (!row) throw new Error("The database told no time");
  return row.now.toISOString();
}

const enoughMs = 90_000;

/** Waits for the next UTC day if this one ends soon, as the database would otherwise count one test's work on two days. */
export async function untilDayLasts(): Promise<void> {
  const left = units.days - (msFromNow({}) % units.days);
  if (left < enoughMs) await sleep(left + 1_000);
}

/** Does the same for periods of this many minutes, counted from midnight; a test takes less than half a minute. */
export async function untilMinutesLast(minutes: number): Promise<void> {
  const span = minutes * units.minutes;
  const left = span - (msFromNow({}) % span);
  if (left < enoughMs / 2) await sleep(left + 1_000);
}

/** Returns the first moment of the day of `now` in a time zone, by looking at the calendar rather than by its rules. */
export function startOfDay(now: Date, timeZone: string): Date {
  const calendar = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  const minute = 60_000;
  const today = calendar.format(now);
  let first = Math.floor(now.getTime() / minute) * minute;
  while (calendar.format(first - minute) === today) first -= minute;
  return new Date(first);
}
