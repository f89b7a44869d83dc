import { expect, test } from "vitest";
import { addWorkingMs, closedSpans, type Hours, type Span, workingMs } from "./working-time.ts";

const HOUR_MS = 3_600_000;
const office: Span[] = [[540, 1_020]];
const week = (...days: Span[][]) => Array.from({ length: 7 }, (_, day) => days[day] ?? []);
const berlin = (days: Span[][], daysOff: string[] = []): Hours => ({
  timeZone: "Europe/Berlin",
  week: week(...days),
  daysOff: new Set(daysOff),
});
const weekdays = [office, office, office, office, office];
const at = (text: string) => Date.parse(text);
const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

test("two hours from Friday at four end on Monday at ten, and over a holiday on Tuesday", () => {
  const friday = at("2026-11-27T16:00:00+01:00");
  expect(iso(addWorkingMs(berlin(weekdays), friday, 2 * HOUR_MS))).toBe("2026-11-30T09:00:00.000Z");
  expect(iso(addWorkingMs(berlin(weekdays, ["2026-11-30"]), friday, 2 * HOUR_MS))).toBe("2026-12-01T09:00:00.000Z");
  // What is used up as the day ends is due then, and not the next morning.
  expect(iso(addWorkingMs(berlin(weekdays), friday, HOUR_MS))).toBe("2026-11-27T16:00:00.000Z");
});

test("a night has nine hours as the clocks are put back, and seven as they are put forward", () => {
  const nights = berlin(Array.from({ length: 7 }, (): Span[] => [[0, 480]]));
  const night = (day: string) => workingMs(nights, at(`${day}T12:00:00Z`) - 24 * HOUR_MS, at(`${day}T12:00:00Z`));
  expect(["2026-10-25", "2026-03-29", "2026-06-01"].map(night)).toEqual([9, 7, 8].map((hours) => hours * HOUR_MS));
});

test("without hours no time passes, and nothing is ever due", () => {
  const from = at("2026-11-27T12:00:00Z");
  const never = berlin([]);
  const allOff = berlin(
    [office],
    Array.from({ length: 2_200 }, (_, day) => iso(from + day * 24 * HOUR_MS)?.slice(0, 10) ?? ""),
  );
  expect([addWorkingMs(never, from, 1), addWorkingMs(allOff, from, 1)]).toEqual([null, null]);
  expect(workingMs(never, from, from + 1_000 * HOUR_MS)).toBe(0);
});

test("the closed times between two instants are named, up to as many as are wanted", () => {
  const [from, to] = [at("2026-11-27T15:00:00Z"), at("2026-12-01T09:00:00Z")];
  const closed = (most: number) => closedSpans(berlin(weekdays), from, to, most).map((span) => span.map(iso));
  expect(closed(9)).toEqual([
    ["2026-11-27T16:00:00.000Z", "2026-11-30T08:00:00.000Z"],
    ["2026-11-30T16:00:00.000Z", "2026-12-01T08:00:00.000Z"],
  ]);
  expect(closed(1)).toEqual(closed(9).slice(0, 1));
  expect(closedSpans(null, from, to, 9)).toEqual([]);
});
