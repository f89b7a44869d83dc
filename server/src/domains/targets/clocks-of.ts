import { type ClockName, type ClockReading, type Pause, readClock } from "@deskhand/contract/targets/clock";
import type { Policy } from "@deskhand/contract/targets/targets";
import type { Hours } from "@deskhand/contract/targets/working-time";
import { archivedStatuses, type TicketStatus } from "@deskhand/contract/vocabulary";

const MINUTE_MS = 60_000;

/** A step of a trail that changed a ticket's status; a side is null where the step does not say it. */
type StatusStep = { at: number; from: TicketStatus | null; to: TicketStatus | null };

/** What the clocks of a ticket are computed from. All times are in milliseconds. */
export type ClockFacts = {
  createdAt: number;
  status: TicketStatus;
  /** Since when its customer waits for an answer; null while nobody does. */
  waitingSince: number | null;
  /** Whether its customer was answered before. */
  isAnswered: boolean;
  /** In the order of the trail. */
  steps: readonly StatusStep[];
};

/** A policy as clocks are computed by it. */
export type ClockPolicy = Pick<
  Policy,
  "id" | "name" | "firstReplyMinutes" | "nextReplyMinutes" | "resolutionMinutes" | "pausing"
> & { hours: Hours };

export type TicketReading = ClockReading & {
  clock: ClockName;
  began: number;
  targetMinutes: number;
  pauses: readonly Pause[];
};

/** The clocks of a ticket by its policy. In the archive none is on. */
export function clocksOf(facts: ClockFacts, policy: ClockPolicy): TicketReading[] {
  const { createdAt, status, waitingSince, isAnswered, steps } = facts;
  if (isArchived(status)) return [];
  const pauses = pausesOf(steps, status, policy.pausing);
  const read = (clock: ClockName, began: number | null, targetMinutes: number | null): TicketReading[] => {
    if (began === null || targetMinutes === null) return [];
    const reading = readClock({ began, pauses, targetMs: targetMinutes * MINUTE_MS, hours: policy.hours });
    return [{ ...reading, clock, began, targetMinutes, pauses: pauses.filter(([, to]) => to === null || to > began) }];
  };
  return [
    ...(isAnswered
      ? read("next_reply", waitingSince, policy.nextReplyMinutes)
      : read("first_reply", waitingSince, policy.firstReplyMinutes)),
    ...read("resolution", createdAt, policy.resolutionMinutes),
  ];
}

const isArchived = (status: TicketStatus) => archivedStatuses.some((archived) => archived === status);

/** When the clocks of a ticket stood still: in the archive, and in the statuses that its policy names. */
export function pausesOf(steps: readonly StatusStep[], now: TicketStatus, pausing: readonly TicketStatus[]): Pause[] {
  const changes = [Number.NEGATIVE_INFINITY, ...steps.map(({ at }) => at)];
  return changes.flatMap((since, index): Pause[] => {
    // A step mostly says both sides. What follows the last one is the ticket's status, whatever the trail has.
    const status = index === steps.length ? now : (steps[index]?.from ?? steps[index - 1]?.to ?? "open");
    return isArchived(status) || pausing.includes(status) ? [[since, changes[index + 1] ?? null]] : [];
  });
}
