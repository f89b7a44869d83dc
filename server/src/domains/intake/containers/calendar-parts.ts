import ICAL from "ical.js";

/** A component of a calendar, with its name in lower case, its properties and the components in it. */
export type CalendarPart = { name: string; properties: ICAL.Property[]; parts: CalendarPart[] };

/** Limits a calendar; one that covers years is a file, and nobody reads it as a message. */
const most = { characters: 1_000_000, lines: 5_000, lineLength: 20_000, depth: 8 };

/**
 * Reads the components of a calendar (RFC 5545, section 3.6) with folded lines joined. Skips malformed lines, and closes what is open at
 * the end of the text.
 */
export function readCalendarParts(text: string): CalendarPart[] {
  const root: CalendarPart = { name: "", properties: [], parts: [] };
  const open = [root];
  for (const line of unfoldLines(text)) {
    const [, edge, name] = /^(begin|end)[ \t]*:[ \t]*([\w-]{1,40})[ \t]*$/i.exec(line) ?? [];
    const part = open.at(-1) ?? root;
    if (edge?.toLowerCase() === "begin" && name) {
      const inner: CalendarPart = { name: name.toLowerCase(), properties: [], parts: [] };
      // At this depth, inner components are flattened into the outer one.
      if (open.length > most.depth) continue;
      part.parts.push(inner);
      open.push(inner);
    } else if (edge && name) closeUpTo(open, name.toLowerCase());
    else {
      const property = readProperty(line);
      if (property) part.properties.push(property);
    }
  }
  return root.parts;
}

function unfoldLines(text: string): string[] {
  return text
    .slice(0, most.characters)
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n", most.lines)
    .filter((line) => line !== "" && line.length <= most.lineLength);
}

function closeUpTo(open: CalendarPart[], name: string): void {
  const at = open.findLastIndex((part) => part.name === name);
  if (at > 0) open.length = at;
}

function readProperty(line: string): ICAL.Property | null {
  try {
    const property = ICAL.Property.fromString(line);
    // The library parses values lazily and would throw later.
    property.getValues();
    return property;
  } catch {
    // Other lines can still be read.
    return null;
  }
}

/** Returns the first property with this name. */
export function firstProperty(part: CalendarPart, name: string): ICAL.Property | null {
  return part.properties.find((property) => property.name === name) ?? null;
}

/** Returns a property's value as text, "" if it has none. */
export function textOf(property: ICAL.Property | null): string {
  const value = property?.getFirstValue();
  return typeof value === "string" ? value : "";
}

/** Returns a property's parameter as text, "" if it has none. */
export function parameterOf(property: ICAL.Property, name: string): string {
  const value: unknown = property.getParameter(name);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" ? first : "";
}

/** Converts a local time of a zone to milliseconds since 1970; null if that is impossible. */
export type ZoneClock = (local: ICAL.Time) => number | null;

const mostOfZone = { zones: 10, rules: 20, dates: 50 };
/** Rules begin in this year at the earliest, since the library walks through all years and Outlook's rules begin in 1601. */
const firstYear = 1_970;

/** Returns the clocks of the zones that a calendar defines (VTIMEZONE), by name. */
export function clocksOf(calendar: CalendarPart): Map<string, ZoneClock> {
  const zones = calendar.parts.filter(({ name }) => name === "vtimezone").slice(0, mostOfZone.zones);
  return new Map(zones.map((zone) => [textOf(firstProperty(zone, "tzid")), clockOf(zone)]));
}

/** Returns the clock of an IANA zone such as "Europe/Berlin"; null for another name. */
export function knownClock(zone: string): ZoneClock | null {
  // Programs write a source before the zone's name.
  const name = /(?:^|\/)([A-Z][\w+-]{1,30}(?:\/[A-Z][\w+-]{1,30}){1,2}|UTC|GMT)$/.exec(zone)?.[1];
  if (name === undefined) return null;
  try {
    const format = new Intl.DateTimeFormat("en-US", { ...parts, timeZone: name });
    return (local) => momentIn(format, local);
  } catch {
    // There is no such zone.
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

/** Approximates twice; the result is exact except where a clock changes. */
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

/** Interprets a local time as UTC, in milliseconds. */
export function asUtc({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function clockOf(part: CalendarPart): ZoneClock {
  const rules = part.parts.filter(({ name }) => name === "standard" || name === "daylight").slice(0, mostOfZone.rules);
  const starts = rules.map(startOf).filter((start) => start !== null);
  const first = Math.min(...starts.map(asUtc));
  const inner = rules.filter((rule) => startOf(rule) !== null).map((rule) => [rule.name, propertiesOf(rule), []]);
  const zone = new ICAL.Timezone({ component: new ICAL.Component(["vtimezone", [], inner]), tzid: "zone" });
  return (local) => {
    if (asUtc(local) < first) return null;
    return asUtc(local) - zone.utcOffset(local) * 1_000;
  };
}

/** Returns when a rule begins; null if it lacks offsets or cannot be evaluated in bounded time. */
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
    .slice(0, mostOfZone.dates);
  const start = startOf(rule)?.clone();
  if (start && start.year < firstYear) start.year = firstYear;
  const begins = ["dtstart", {}, "date-time", String(start)];
  return [begins, ...[...named, ...dates].map((property) => property.toJSON())];
}

/** Whether a rule is yearly, in one month, on a possible day; the library would search for any other without end. */
function isYearly(value: unknown): boolean {
  if (!(value instanceof ICAL.Recur) || value.freq !== "YEARLY" || value.interval !== 1) return false;
  const { BYMONTH: months = [], BYDAY: days = [], BYMONTHDAY: dates = [], ...others } = value.parts;
  if (Object.keys(others).length > 0 || months.length !== 1 || days.length > 1) return false;
  const [month] = months;
  const isMonth = typeof month === "number" && month >= 1 && month <= 12;
  const isDay = days.every((day) => /^(?:[+-]?[1-4]|-5|\+?5)?(?:SU|MO|TU|WE|TH|FR|SA)$/.test(String(day)));
  return isMonth && isDay && dates.length <= 7 && dates.every((date) => Number(date) >= 1 && Number(date) <= 28);
}
