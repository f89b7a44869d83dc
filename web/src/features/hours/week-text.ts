import type { Span } from "@deskhand/contract/targets/working-time";

/** A week of spans, from Monday on. */
export type Week = readonly (readonly Span[])[];

export const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
const DAY_MINUTES = 1_440;

/** "09:00", and "24:00" for the end of a day. */
export function timeText(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** "09:00–12:30, 13:30–17:00"; "" for none. */
export function spansText(spans: readonly Span[]): string {
  return spans.map(([from, to]) => `${timeText(from)}–${timeText(to)}`).join(", ");
}

/** Spans in order, with those joined that touch or overlap. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const [from, to] of spans.filter(([from, to]) => from < to).toSorted(([one], [other]) => one - other)) {
    const last = result.at(-1);
    if (last && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], to)];
    else result.push([from, to]);
  }
  return result;
}

/** What somebody typed for a day: its spans, and what of them is the next day's. */
export interface TypedDay {
  spans: Span[];
  /** Of a span over midnight. */
  nextDay: Span[];
}

const typedSpan = /^(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?\s*(?:-|–|—|to)\s*(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?$/i;

/** Reads "9-12:30, 1pm-5pm" or "22:00-2:00"; null for what is no list of times. */
export function readSpans(text: string): TypedDay | null {
  const typed: TypedDay = { spans: [], nextDay: [] };
  for (const part of text.split(/[,;]/).map((one) => one.trim())) {
    if (part === "" || /^closed$/i.test(part)) continue;
    const [, hour, minute, half, endHour, endMinute, endHalf] = typedSpan.exec(part) ?? [];
    const [from, to] = [minutesOf(hour, minute, half), minutesOf(endHour, endMinute, endHalf)];
    if (from === null || to === null || from === DAY_MINUTES || from === to) return null;
    if (from < to) typed.spans.push([from, to]);
    else {
      typed.spans.push([from, DAY_MINUTES]);
      if (to > 0) typed.nextDay.push([0, to]);
    }
  }
  return { spans: joined(typed.spans), nextDay: joined(typed.nextDay) };
}

function minutesOf(hour: string | undefined, minute = "0", half?: string): number | null {
  if (hour === undefined) return null;
  const [hours, minutes] = [Number(hour), Number(minute)];
  if (minutes > 59 || (half !== undefined && (hours < 1 || hours > 12))) return null;
  const at = (half === undefined ? hours : (hours % 12) + (/p/i.test(half) ? 12 : 0)) * 60 + minutes;
  return at > DAY_MINUTES ? null : at;
}

/** Gives a day the spans that were typed for it; those after midnight are added to the next day's. */
export function withTyped(week: Week, day: number, { spans, nextDay }: TypedDay): Week {
  const changed = week.with(day, spans);
  const next = (day + 1) % week.length;
  return nextDay.length === 0 ? changed : changed.with(next, joined([...(changed[next] ?? []), ...nextDay]));
}

/** Adds or takes away a part of a day. */
export function painted(spans: readonly Span[], [from, to]: Span, isOpen: boolean): Span[] {
  if (isOpen) return joined([...spans, [from, to]]);
  return spans.flatMap(([begin, end]): Span[] => {
    const rest: Span[] = [
      [begin, Math.min(end, from)],
      [Math.max(begin, to), end],
    ];
    return end <= from || begin >= to ? [[begin, end]] : rest.filter(([one, other]) => one < other);
  });
}

/** A week in words, days alike together: "Mon–Fri 09:00–17:00, Sat 10:00–14:00". */
export function weekText(week: Week): string {
  const parts: string[] = [];
  for (let day = 0; day < week.length; ) {
    const text = spansText(week[day] ?? []);
    let last = day;
    while (last + 1 < week.length && spansText(week[last + 1] ?? []) === text) last += 1;
    const names = [day, last].map((each) => dayNames[each]?.slice(0, 3) ?? "");
    if (text !== "") parts.push(`${day === last ? names[0] : names.join("–")} ${text}`);
    day = last + 1;
  }
  return parts.length === 0 ? "No working hours" : parts.join(" · ");
}

/** How long a week is open, in minutes. */
export function openMinutes(week: Week): number {
  return week.flat().reduce((sum, [from, to]) => sum + to - from, 0);
}
