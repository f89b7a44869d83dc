import type { TicketStatus } from "../vocabulary.ts";
import { addWorkingMs, type Hours, workingMs } from "./working-time.ts";

/** The clocks of a ticket: until our first reply, until our next one to a customer who waits, until it is resolved. */
export const clockNames = ["first_reply", "next_reply", "resolution"] as const;
export type ClockName = (typeof clockNames)[number];

/** The statuses in which a policy can let clocks stand still; in the others no clock is on. */
export const pausingStatuses = ["open", "in-progress", "pending", "urgent"] as const satisfies TicketStatus[];

/** A time in which a clock stands still; null while it still does. */
export type Pause = readonly [from: number, to: number | null];

/** What a clock is read from: all of it is in the ticket's trail and in its policy. */
export type Clock = { began: number; pauses: readonly Pause[]; targetMs: number; hours: Hours };

export type ClockReading = {
  /** When its time is used up, or was; null while it is paused before that, and where no hours are left in which it runs. */
  dueAt: number | null;
  /** When three quarters of its time are used up, or were; null as above. */
  riskAt: number | null;
  isPaused: boolean;
  /** How much of its time was left when it was paused; null while it runs. */
  leftMs: number | null;
};

/** A clock is at risk once only this part of its time is left. */
const RISK = 1 / 4;

/** Reads a clock. */
export function readClock(clock: Clock): ClockReading {
  const { used, isPaused } = usedBy(clock);
  return {
    dueAt: usedUpAt(clock, clock.targetMs),
    riskAt: usedUpAt(clock, clock.targetMs * (1 - RISK)),
    isPaused,
    leftMs: isPaused ? Math.max(0, clock.targetMs - used) : null,
  };
}

/** How much time a clock had used when it was last paused, and whether it still is. */
function usedBy({ began, pauses, hours }: Clock): { used: number; isPaused: boolean } {
  let used = 0;
  for (const [from, to] of runsOf(began, pauses)) {
    if (to === null) return { used, isPaused: false };
    used += workingMs(hours, from, to);
  }
  return { used, isPaused: true };
}

/** When so much of a clock's time is used up; null if it is paused before, or no hours are left. */
function usedUpAt({ began, pauses, hours }: Clock, ms: number): number | null {
  let left = ms;
  for (const [from, to] of runsOf(began, pauses)) {
    const worked = to === null ? Number.POSITIVE_INFINITY : workingMs(hours, from, to);
    if (worked >= left) return addWorkingMs(hours, from, left);
    left -= worked;
  }
  return null;
}

/** The times in which a clock runs: what its pauses leave. They are in order and apart, and may begin before it does. */
function runsOf(began: number, pauses: readonly Pause[]): Pause[] {
  const runs: Pause[] = [];
  let since: number | null = began;
  for (const [from, to] of pauses) {
    if (since === null || (to !== null && to <= since)) continue;
    if (from > since) runs.push([since, from]);
    since = to;
  }
  if (since !== null) runs.push([since, null]);
  return runs;
}
