import type { EventTime } from "@deskhand/contract/desk/enclosed";

/** When something is: in the reader's time zone, and as it was written where clocks there show something else. */
export type EventWhen = { text: string; asWritten: string | null };

const day = { weekday: "short", month: "short", day: "numeric", year: "numeric" } as const;
const time = { ...day, hour: "numeric", minute: "2-digit" } as const;

/** The words for when an event is, for a reader whose clocks are those of `timeZone`; absent, those of the browser. */
export function sayWhen(start: EventTime, end: EventTime | null, timeZone?: string): EventWhen {
  const last = end ?? start;
  if (start.isDay) return { text: range(day, localMs(start), localMs(last), "UTC"), asWritten: null };
  const written = range(time, localMs(start), last.isDay ? localMs(start) : localMs(last), "UTC");
  if (start.at === null) return { text: `${written} (${unknownZone(start.zone)})`, asWritten: null };
  const from = Date.parse(start.at);
  const text = range(time, from, last.at === null ? from : Date.parse(last.at), timeZone);
  const isSame = text === written || start.zone === null || start.zone === "UTC";
  return { text, asWritten: isSame ? null : `${written} in ${start.zone}` };
}

function unknownZone(zone: string | null): string {
  return zone === null ? "the sender names no time zone" : `time zone: ${zone}`;
}

/** What the clock there shows, as if it were of the world's own. */
function localMs({ local, isDay }: EventTime): number {
  return Date.parse(isDay ? `${local}T00:00:00Z` : `${local}Z`);
}

function range(options: Intl.DateTimeFormatOptions, from: number, to: number, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat("en-US", { ...options, timeZone });
  const said = to > from ? format.formatRange(from, to) : format.format(from);
  // Newer ICU puts narrow blanks around the dash and before AM and PM.
  return said.replace(/[\u2009\u202f]/g, " ");
}
