import type { Calendar, CalendarDefinition } from "@deskhand/contract/targets/hours";
import type { Week } from "./week-text.ts";

/** Working hours as their form has them. */
export interface HoursDraft {
  name: string;
  timeZone: string;
  week: Week;
  /** "" for none, and for the whole country. */
  country: string;
  region: string;
  daysOff: { day: string; name: string }[];
  /** The days whose hours are typed so that nothing can read them: `week.0` is Monday. */
  unread: readonly string[];
}

/** The form of working hours that are there, or of new ones: weekdays from nine to five, where the browser is. */
export function draftOf(calendar?: Calendar): HoursDraft {
  if (calendar === undefined) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const week = Array.from({ length: 7 }, (_, day) => (day < 5 ? [[540, 1_020] as const] : []));
    return { name: "", timeZone, week, country: "", region: "", daysOff: [], unread: [] };
  }
  const { name, timeZone, week, country, region, daysOff } = calendar;
  return { name, timeZone, week, country: country ?? "", region: region ?? "", daysOff, unread: [] };
}

/** What the form says, as the server takes it; what it lacks is the server's to say. */
export function definitionOf({ name, timeZone, week, country, region, daysOff }: HoursDraft): CalendarDefinition {
  return {
    name,
    timeZone,
    week: week.map((spans) => spans.map(([from, to]) => [from, to])),
    country: country || null,
    region: (country && region) || null,
    daysOff: daysOff.toSorted((one, other) => one.day.localeCompare(other.day)),
  };
}

/** The time zones that can be chosen, with the one that is set, if this browser does not list it. */
export function timeZones(chosen: string): string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), chosen])].sort();
}
