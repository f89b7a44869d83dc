import { limits } from "@deskhand/contract/limits";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MORNING = 9;
const MONDAY = 1;

export interface SnoozeTime {
  id: "later" | "tomorrow" | "monday";
  label: string;
  at: Date;
}

/** The times that are offered, in the reader's time zone: "Later today" only while there is some of today left. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const later = fullHour(new Date(now.getTime() + 3 * HOUR_MS));
  const isToday = later.toDateString() === now.toDateString();
  // The next Monday that is not tomorrow.
  const toMonday = ((MONDAY + 5 - now.getDay()) % 7) + 2;
  return [
    ...(isToday ? [{ id: "later" as const, label: "Later today", at: later }] : []),
    { id: "tomorrow", label: "Tomorrow 9:00", at: morningIn(now, 1) },
    { id: "monday", label: "Monday 9:00", at: morningIn(now, toMonday) },
  ];
}

// By the calendar and not by hours: a day on which clocks change has 23 or 25.
function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}

function fullHour(at: Date): Date {
  const rounded = new Date(at);
  rounded.setMinutes(0, 0, 0);
  return rounded < at ? new Date(rounded.getTime() + HOUR_MS) : rounded;
}

/** A time as a field for date and time has it, in the reader's time zone. */
export function toField(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The time that such a field has; a time that clocks leave out is the one that they show then. Null for none, or no real one. */
export function fromField(value: string): Date | null {
  const at = new Date(value);
  return !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) || Number.isNaN(at.getTime()) ? null : at;
}

/** What is wrong with a time to be put off until, or null. */
export function snoozeFault(at: Date | null, now: Date): string | null {
  if (at === null) return "Please enter a valid date";
  if (at <= now) return "Choose a time that is still to come";
  return at.getTime() > now.getTime() + limits.snoozeDays * DAY_MS ? "Choose a time within a year" : null;
}
