/** Arithmetic over working hours. Browser and server have it, and it reads nothing but what it is given. */

/** A span of a day, in minutes after midnight on its clocks; 1,440 is the day's end. */
export type Span = readonly [from: number, to: number];

/** When a store works: the spans of each weekday from Monday on, ordered and apart, on the clocks of a time zone. */
type WorkingHours = {
  timeZone: string;
  week: readonly (readonly Span[])[];
  /** Days without hours, as YYYY-MM-DD. */
  daysOff: ReadonlySet<string>;
};
/** Working hours, or null for around the clock. */
export type Hours = WorkingHours | null;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** So far ahead hours are looked for, in days: a week may have few, and days off may leave none. */
const HORIZON_DAYS = 5 * 366;

/** How much working time is between two instants. */
export function workingMs(hours: Hours, from: number, to: number): number {
  if (hours === null) return Math.max(0, to - from);
  let sum = 0;
  for (const [begin, end] of openSpans(hours, from, to)) sum += end - begin;
  return sum;
}

/** Whether somebody works at an instant. */
export function isWorkingTime(hours: Hours, at: number): boolean {
  return workingMs(hours, at, at + 1) > 0;
}

/** The instant by which so much working time will have passed; null if it will not within five years. */
export function addWorkingMs(hours: Hours, from: number, ms: number): number | null {
  if (hours === null) return from + ms;
  let left = ms;
  for (const [begin, end] of openSpans(hours, from, from + HORIZON_DAYS * DAY_MS)) {
    if (end - begin >= left) return begin + left;
    left -= end - begin;
  }
  return null;
}

/** The first `most` spans between two instants in which nobody works. */
export function closedSpans(hours: Hours, from: number, to: number, most: number): [from: number, to: number][] {
  const closed: [number, number][] = [];
  if (hours === null) return closed;
  let since = from;
  for (const [begin, end] of openSpans(hours, from, to)) {
    if (begin > since) closed.push([since, begin]);
    if (closed.length === most) return closed;
    since = end;
  }
  if (since < to) closed.push([since, to]);
  return closed;
}

/** The spans between two instants in which the store works, in order. */
function* openSpans(hours: WorkingHours, from: number, to: number): Generator<[number, number]> {
  if (hours.week.every((spans) => spans.length === 0)) return;
  for (const [begin, end, offset] of evenSpans(hours.timeZone, from, to)) {
    const lastDay = Math.floor((end - 1 + offset) / DAY_MS);
    for (let day = Math.floor((begin + offset) / DAY_MS); day <= lastDay; day += 1) {
      for (const [first, last] of spansOf(hours, day)) {
        const midnight = day * DAY_MS - offset;
        const [opens, closes] = [midnight + first * MINUTE_MS, midnight + last * MINUTE_MS];
        if (opens < end && closes > begin) yield [Math.max(opens, begin), Math.min(closes, end)];
      }
    }
  }
}

/** The spans of a day, counted in days since 1970-01-01, which was a Thursday. */
function spansOf({ week, daysOff }: WorkingHours, day: number): readonly Span[] {
  const spans = week[(((day + 3) % 7) + 7) % 7] ?? [];
  return spans.length > 0 && daysOff.size > 0 && daysOff.has(dayName(day)) ? [] : spans;
}

const dayName = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * Splits a time at the days of UTC and where the zone's clocks are changed. Within each part the clocks show UTC plus an offset: so an
 * hour that they skip is nobody's, and one that they show twice counts twice.
 */
function* evenSpans(timeZone: string, from: number, to: number): Generator<[from: number, to: number, offset: number]> {
  for (let begin = from; begin < to; ) {
    const end = Math.min(to, (Math.floor(begin / DAY_MS) + 1) * DAY_MS);
    const changesAt = findChange(timeZone, begin, end);
    yield [begin, changesAt, offsetAt(timeZone, begin)];
    begin = changesAt;
  }
}

/** When a zone's clocks are changed between two instants; the second of these where they are not. */
function findChange(timeZone: string, from: number, to: number): number {
  const before = offsetAt(timeZone, from);
  if (offsetAt(timeZone, to) === before) return to;
  let [last, changed] = [from, to];
  while (changed - last > 1) {
    const middle = Math.floor((last + changed) / 2);
    if (offsetAt(timeZone, middle) === before) last = middle;
    else changed = middle;
  }
  return changed;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** What a zone's clocks were found to show, by zone and instant; midnights are asked for again and again. */
const offsets = new Map<string, number>();
const OFFSETS_KEPT = 20_000;

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(timeZone: string, at: number): number {
  const key = `${timeZone} ${at}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  const [, sign, hours = "0", minutes = "0", seconds = "0"] =
    /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(format.format(at)) ?? [];
  const offset = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * (sign === "-" ? -1_000 : 1_000);
  if (offsets.size >= OFFSETS_KEPT) offsets.clear();
  offsets.set(key, offset);
  return offset;
}
