import ICAL from "ical.js";

/** A part of a calendar by its name in lower case, with what it says and the parts in it. */
export type CalendarPart = { name: string; properties: ICAL.Property[]; parts: CalendarPart[] };

/** More than a mail's calendar has: a calendar of years is a file, and nobody reads it as a message. */
const most = { characters: 1_000_000, lines: 5_000, lineLength: 20_000, depth: 8 };

/**
 * The parts of a calendar (RFC 5545, section 3.6), lines that go on in the next put together; a line that says nothing in its form is
 * passed over, and what is not closed ends where the text does.
 */
export function readCalendarParts(text: string): CalendarPart[] {
  const root: CalendarPart = { name: "", properties: [], parts: [] };
  const open = [root];
  for (const line of unfolded(text)) {
    const [, edge, name] = /^(begin|end)[ \t]*:[ \t]*([\w-]{1,40})[ \t]*$/i.exec(line) ?? [];
    const part = open.at(-1) ?? root;
    if (edge?.toLowerCase() === "begin" && name) {
      const inner: CalendarPart = { name: name.toLowerCase(), properties: [], parts: [] };
      // Beyond that depth what is inside belongs to what is around it.
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

function unfolded(text: string): string[] {
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
    // It reads values when they are asked for, and throws then.
    property.getValues();
    return property;
  } catch {
    // One line that no program reads is no reason not to read the others.
    return null;
  }
}

/** The first property of that name. */
export function firstProperty(part: CalendarPart, name: string): ICAL.Property | null {
  return part.properties.find((property) => property.name === name) ?? null;
}

/** A property's value as text; "" where it has none. */
export function textOf(property: ICAL.Property | null): string {
  const value = property?.getFirstValue();
  return typeof value === "string" ? value : "";
}

/** A parameter of a property as text; "" where it has none. */
export function parameterOf(property: ICAL.Property, name: string): string {
  const value: unknown = property.getParameter(name);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" ? first : "";
}

/** The moment of a time on the clocks of a zone, in milliseconds; null where that cannot be said. */
export type ZoneClock = (local: ICAL.Time) => number | null;

const mostOfZone = { zones: 10, rules: 20, dates: 50 };
/** From then on the years are walked through: Outlook's rules begin in 1601. */
const firstYear = 1_970;

/** The clocks of the zones that a calendar describes itself (VTIMEZONE), by their names. */
export function clocksOf(calendar: CalendarPart): Map<string, ZoneClock> {
  const zones = calendar.parts.filter(({ name }) => name === "vtimezone").slice(0, mostOfZone.zones);
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
    .slice(0, mostOfZone.dates);
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
