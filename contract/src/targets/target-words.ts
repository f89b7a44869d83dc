import type { ClockName } from "./clock.ts";
import type { Due } from "./due.ts";

/** What each clock counts to. */
export const clockLabels: Record<ClockName, string> = {
  first_reply: "First reply",
  next_reply: "Next reply",
  resolution: "Resolution",
};

/** Where a clock stands; `idle` where no working hours come in which it would run. */
export type DueState = "running" | "at_risk" | "breached" | "paused" | "idle";

/** Where a clock stands at a time, in milliseconds. */
export function dueState({ dueAt, riskAt, leftMs }: Pick<Due, "dueAt" | "riskAt" | "leftMs">, now: number): DueState {
  if (dueAt === null) return leftMs === null ? "idle" : "paused";
  if (Date.parse(dueAt) <= now) return "breached";
  return riskAt !== null && Date.parse(riskAt) <= now ? "at_risk" : "running";
}

const MINUTE_MS = 60_000;
/** From here on minutes say nothing more. */
const LONG_HOURS = 100;

/** A length of time in hours and minutes: "2 h 10 min"; a working day is not 24 hours, so there are no days. */
export function lengthWords(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 || hours >= LONG_HOURS ? `${hours.toLocaleString("en-US")} h` : `${hours} h ${rest} min`;
}
