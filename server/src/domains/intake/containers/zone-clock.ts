import ICAL from "ical.js";
import { type CalendarPart, firstProperty, textOf } from "./calendar-lines.ts";

/** The moment of a time on the clocks of a zone, in milliseconds; null where that cannot be said. */
export type ZoneClock = (local: ICAL.Time) => number | null;

const most = { zones: 10, rules: 20, dates: 50 };
/** From then on the years are walked through: Outlook's rules begin in 1601. */
const firstYear = 1_970;

/** The clocks of the zones that a calendar describes itself (VTIMEZONE), by their names. */
export function clocksOf(calendar: CalendarPart): Map<string, ZoneClock> {
  const zones = calendar.parts.filter(({ name }) => name === "vtimezone").slice(0, most.zones);
  return new Map(zones.map((zone) => [textOf(firstProperty(zone, "tzid")), clockOf(zone)]));
}

/** The clock of a zone by the name that everybody knows it by, such as "Europe/Berlin"; null for another name. */
export function knownClock(zone: string): ZoneClock | null {
  // Programs write where they have it from before the name.
  const name = /(?:^|\/)([A-Z][\w+-]{1,30}(?:\/[A-Z][\w+-]{1,30}){1,2}|UTC|GMT)$/.exec(zone)?.[1];
  if (name === undefined) return null;
  try {
    const format = new Intl.DateTimeFormat("en-US", { ...parts, timeZone: name });
    return (local) => momentIn(format, local);
  } catch {
    // No such zone.
    return null;
  }
}

const parts: Intl.DateTimeFormatOptions = {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
};

/** Finds the moment by trying: the second try is right but where a clock is put on or back. */
function momentIn(format: Intl.DateTimeFormat, local: ICAL.Time): number {
  const wanted = asUtc(local);
  let moment = wanted;
  for (let tries = 0; tries < 2; tries += 1) moment += wanted - shownAt(format, moment);
  return moment;
}

function shownAt(format: Intl.DateTimeFormat, moment: number): number {
  const shown = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** What a time says, in milliseconds, as if it were of the world's own clock. */
export function asUtc({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function clockOf(part: CalendarPart): ZoneClock {
  const rules = part.parts.filter(({ name }) => name === "standard" || name === "daylight").slice(0, most.rules);
  const starts = rules.map(startOf).filter((start) => start !== null);
  const first = Math.min(...starts.map(asUtc));
  const inner = rules.filter((rule) => startOf(rule) !== null).map((rule) => [rule.name, propertiesOf(rule), []]);
  const zone = new ICAL.Timezone({ component: new ICAL.Component(["vtimezone", [], inner]), tzid: "zone" });
  return (local) => {
    if (asUtc(local) < first) return null;
    return asUtc(local) - zone.utcOffset(local) * 1_000;
  };
}

/** When a rule begins; null where it says no offsets, or what nobody's clocks do. */
function startOf(rule: CalendarPart): ICAL.Time | null {
  const start = firstProperty(rule, "dtstart")?.getFirstValue();
  const isWhole = ["tzoffsetfrom", "tzoffsetto"].every(
    (name) => firstProperty(rule, name)?.getFirstValue() instanceof ICAL.UtcOffset,
  );
  if (!isWhole || !(start instanceof ICAL.Time) || start.year < 1_600 || start.year > 2_200) return null;
  const repeated = firstProperty(rule, "rrule")?.getFirstValue();
  return repeated === undefined || repeated === null || isYearly(repeated) ? start : null;
}

function propertiesOf(rule: CalendarPart): unknown[] {
  const named = ["tzoffsetfrom", "tzoffsetto", "rrule"].flatMap((name) => firstProperty(rule, name) ?? []);
  const dates = rule.properties
    .filter(({ name }) => name === "rdate")
    .filter((property) => property.getFirstValue() instanceof ICAL.Time)
    .slice(0, most.dates);
  const start = startOf(rule)?.clone();
  if (start && start.year < firstYear) start.year = firstYear;
  const begins = ["dtstart", {}, "date-time", String(start)];
  return [begins, ...[...named, ...dates].map((property) => property.toJSON())];
}

/** Whether a rule comes once in a year, in one month, on a day that this has: any other would be walked through without an end. */
function isYearly(value: unknown): boolean {
  if (!(value instanceof ICAL.Recur) || value.freq !== "YEARLY" || value.interval !== 1) return false;
  const { BYMONTH: months = [], BYDAY: days = [], BYMONTHDAY: dates = [], ...others } = value.parts;
  if (Object.keys(others).length > 0 || months.length !== 1 || days.length > 1) return false;
  const [month] = months;
  const isMonth = typeof month === "number" && month >= 1 && month <= 12;
  const isDay = days.every((day) => /^(?:[+-]?[1-4]|-5|\+?5)?(?:SU|MO|TU|WE|TH|FR|SA)$/.test(String(day)));
  return isMonth && isDay && dates.length <= 7 && dates.every((date) => Number(date) >= 1 && Number(date) <= 28);
}
