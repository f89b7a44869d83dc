import {
  type CalendarEvent,
  type EventAnswer,
  type EventMethod,
  type EventPerson,
  type EventTime,
  eventAnswers,
  eventMethods,
} from "@deskhand/contract/desk/enclosed";
import ICAL from "ical.js";
import {
  asUtc,
  type CalendarPart,
  clocksOf,
  firstProperty,
  knownClock,
  parameterOf,
  readCalendarParts,
  textOf,
  type ZoneClock,
} from "./calendar-parts.ts";

/** Limits what is kept of a calendar, since a mail is about a few events. */
const most = { events: 10, attendees: 50, words: 500, text: 10_000, exceptions: 200 };

const dayMs = 86_400_000;

/** Whether bytes begin like a calendar. */
export function beginsLikeCalendar(start: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s{0,40}BEGIN[ \t]{0,3}:[ \t]{0,3}VCALENDAR/i.test(start.toString("latin1", 0, 80));
}

/** Returns the first ten events of a calendar in a mail (RFC 5545, RFC 5546); none if the text is no calendar. */
export function readCalendar(text: string): CalendarEvent[] {
  const calendars = readCalendarParts(text).filter(({ name }) => name === "vcalendar");
  return calendars.flatMap(eventsOf).slice(0, most.events);
}

function eventsOf(calendar: CalendarPart): CalendarEvent[] {
  const method = textOf(firstProperty(calendar, "method")).trim().toLowerCase();
  const knownMethod = eventMethods.find((each) => each === method) ?? null;
  const clocks = clocksOf(calendar);
  const events = calendar.parts.filter(({ name }) => name === "vevent" || name === "vtodo").slice(0, most.events);
  return events.flatMap((event) => {
    try {
      return [eventOf(event, knownMethod, clocks)];
    } catch {
      // The library cannot read this event. The calendar is still a file.
      return [];
    }
  });
}

function eventOf(event: CalendarPart, method: EventMethod | null, clocks: Map<string, ZoneClock>): CalendarEvent {
  const words = (name: string, length: number) => textOf(firstProperty(event, name)).trim().slice(0, length);
  const time = (name: string) => timeOf(firstProperty(event, name), clocks);
  const people = event.properties.filter(({ name }) => name === "attendee");
  const organizer = firstProperty(event, "organizer");
  const start = time("dtstart");
  return {
    method,
    isCancelled: method === "cancel" || words("status", 20).toUpperCase() === "CANCELLED",
    summary: words("summary", most.words).replace(/\s+/g, " "),
    description: words("description", most.text),
    comment: words("comment", most.text),
    location: words("location", most.words),
    start,
    end: endOf(event, start, time("dtend") ?? time("due")),
    repeats: repeatsOf(event),
    organizer: organizer && personOf(organizer),
    attendees: people.slice(0, most.attendees).map(personOf),
    attendeeCount: people.length,
  };
}

function timeOf(property: ICAL.Property | null, clocks: Map<string, ZoneClock>): EventTime | null {
  const value: unknown = property?.getFirstValue();
  if (!property || !(value instanceof ICAL.Time) || !isReal(value)) return null;
  const day = `${String(value.year).padStart(4, "0")}-${two(value.month)}-${two(value.day)}`;
  // The library reads the 32nd of a month as the first of the next.
  if (!String(property.toJSON()[3]).startsWith(day)) return null;
  if (value.isDate) return { local: day, at: null, isDay: true, zone: null };
  const local = `${day}T${two(value.hour)}:${two(value.minute)}:${two(value.second)}`;
  const isUtc = value.zone === ICAL.Timezone.utcTimezone;
  const zone = isUtc ? "UTC" : parameterOf(property, "tzid").trim().slice(0, most.words) || null;
  const moment = isUtc ? asUtc(value) : zone === null ? null : momentIn(zone, value, clocks);
  return { local, at: moment === null ? null : new Date(moment).toISOString(), isDay: false, zone };
}

/** A well-known zone name means the well-known clock, even if the calendar defines it differently. */
function momentIn(zone: string, time: ICAL.Time, clocks: Map<string, ZoneClock>): number | null {
  const clock = knownClock(zone) ?? clocks.get(zone);
  return clock?.(time) ?? null;
}

/** Whether a date and time exist. Some programs write ones that do not. */
function isReal({ year, month, day, hour, minute, second }: ICAL.Time): boolean {
  if (![year, month, day, hour, minute, second].every(Number.isInteger)) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && year >= 1_900 && year <= 2_200 && hour < 24 && minute < 60 && second <= 60;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** When an event ends, by its end or duration. For whole days this is the last day, while a calendar stores the day after it. */
function endOf(event: CalendarPart, start: EventTime | null, named: EventTime | null): EventTime | null {
  if (named?.isDay && start?.isDay) return dayBefore(named, start);
  if (named !== null) return named;
  const duration: unknown = firstProperty(event, "duration")?.getFirstValue();
  if (!(duration instanceof ICAL.Duration) || start === null) return null;
  const ms = duration.toSeconds() * 1_000;
  if (!Number.isFinite(ms) || ms <= 0 || ms > 400 * dayMs) return null;
  if (start.isDay) return dayBefore(laterDay(start, Math.ceil(ms / dayMs)), start);
  const later = (iso: string) => new Date(Date.parse(iso) + ms).toISOString();
  return { ...start, local: later(`${start.local}Z`).slice(0, 19), at: start.at && later(start.at) };
}

function dayBefore(end: EventTime, start: EventTime): EventTime | null {
  const last = laterDay(end, -1);
  return last.local > start.local ? last : null;
}

function laterDay(time: EventTime, days: number): EventTime {
  return { ...time, local: new Date(Date.parse(`${time.local}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10) };
}

function repeatsOf(event: CalendarPart): string | null {
  const rule: unknown = firstProperty(event, "rrule")?.getFirstValue();
  const dates = event.properties.filter(({ name }) => name === "rdate").slice(0, most.exceptions);
  const extra = dates.reduce((sum, property) => sum + property.getValues().length, 0);
  const isRule = rule instanceof ICAL.Recur;
  if (!isRule && extra === 0) return null;
  const without = event.properties.filter(({ name }) => name === "exdate").slice(0, most.exceptions);
  const excluded = without.reduce((sum, property) => sum + property.getValues().length, 0);
  const pattern = isRule ? describeRecurrence(rule) : `On ${countOf(extra, "other day")} too`;
  const more = isRule && extra > 0 ? `, and on ${countOf(extra, "other day")}` : "";
  return `${pattern}${more}${excluded > 0 ? `, but for ${countOf(excluded, "day")}` : ""}`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function personOf(property: ICAL.Property): EventPerson {
  const address = textOf(property).trim();
  const email = /^mailto:/i.test(address) ? address.slice("mailto:".length) : parameterOf(property, "email");
  const answer = parameterOf(property, "partstat").toLowerCase();
  return {
    name: parameterOf(property, "cn").trim().slice(0, most.words),
    email: email.trim().slice(0, 320),
    answer: eventAnswers.find((each): each is EventAnswer => each === answer) ?? null,
  };
}

const units: Readonly<Record<string, string>> = {
  SECONDLY: "second",
  MINUTELY: "minute",
  HOURLY: "hour",
  DAILY: "day",
  WEEKLY: "week",
  MONTHLY: "month",
  YEARLY: "year",
};
const days: Readonly<Record<string, string>> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};
const months = "January February March April May June July August September October November December".split(" ");
const places: Readonly<Record<string, string>> = {
  "1": "first",
  "2": "second",
  "3": "third",
  "4": "fourth",
  "5": "fifth",
  "-1": "last",
  "-2": "second last",
};
const weekdays = "FR,MO,TH,TU,WE";

/** Describes a recurrence rule in words (RFC 5545, section 3.3.10): "Every 2 weeks on Monday and Friday, until Dec 31, 2026". */
function describeRecurrence(rule: ICAL.Recur): string {
  const unit = units[rule.freq];
  if (unit === undefined) return "Repeats";
  const every = rule.interval > 1 ? `Every ${rule.interval} ${unit}s` : `Every ${unit}`;
  const isComplex = Object.keys(rule.parts).some((part) => !describedParts.includes(part));
  const where = isComplex
    ? ", by a rule of its own"
    : [describeDays(rule), describeDates(rule), describeMonths(rule)].join("");
  return every + where + describeEnd(rule);
}

const describedParts = ["BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS"];

function partOf({ parts }: ICAL.Recur, name: keyof ICAL.Recur["parts"]): string[] {
  return (parts[name] ?? []).slice(0, 31).map(String);
}

function describeDays(rule: ICAL.Recur): string {
  const all = partOf(rule, "BYDAY");
  if (all.length === 0) return "";
  const positions = partOf(rule, "BYSETPOS").map((place) => placeOf(Number(place)));
  if (positions.length > 0) return ` on the ${listOf(positions)} ${describeAnyDay(all)}`;
  if (all.toSorted().join() === weekdays) return " on weekdays";
  return ` on ${listOf(all.map(describeDay))}`;
}

/** Describes a choice among days of the week. */
function describeAnyDay(all: string[]): string {
  if (all.length === 7) return "day";
  return all.toSorted().join() === weekdays ? "weekday" : listOf(all.map(describeDay), "or");
}

function describeDay(day: string): string {
  const [, place = "", name = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(day) ?? [];
  const weekday = days[name] ?? day;
  return place === "" ? weekday : `the ${placeOf(Number(place))} ${weekday}`;
}

function placeOf(place: number): string {
  return places[String(place)] ?? (place < 0 ? `${ordinal(-place)} last` : ordinal(place));
}

function ordinal(number: number): string {
  const tens = number % 100;
  const ending = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}

function describeDates(rule: ICAL.Recur): string {
  const dates = partOf(rule, "BYMONTHDAY").map((date) => (date === "-1" ? "the last day" : `day ${date}`));
  return dates.length === 0 ? "" : ` on ${listOf(dates)}`;
}

function describeMonths(rule: ICAL.Recur): string {
  const named = partOf(rule, "BYMONTH").map((month) => months[Number(month) - 1] ?? month);
  return named.length === 0 ? "" : ` in ${listOf(named)}`;
}

function describeEnd({ count, until }: ICAL.Recur): string {
  if (typeof count === "number" && count > 0) return count === 1 ? ", once" : `, ${count} times`;
  if (!(until instanceof ICAL.Time)) return "";
  const month = months[until.month - 1]?.slice(0, 3) ?? "";
  return `, until ${month} ${until.day}, ${until.year}`;
}

function listOf(words: string[], last = "and"): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}
