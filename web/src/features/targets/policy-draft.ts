import type { RuleCondition } from "@deskhand/contract/admin/rules";
import type { pausingStatuses } from "@deskhand/contract/targets/clock";
import { clockLabels, lengthWords } from "@deskhand/contract/targets/target-words";
import type { Policy, PolicyDefinition } from "@deskhand/contract/targets/targets";

/** A length of time as it is typed; "" for none. */
export interface TimeDraft {
  text: string;
  unit: "minutes" | "hours";
}

/** The names of a policy's times, in the order of the clocks. */
export const timeNames = ["firstReplyMinutes", "nextReplyMinutes", "resolutionMinutes"] as const;
export type TimeName = (typeof timeNames)[number];

/** A policy as its form has it. */
export interface PolicyDraft {
  name: string;
  matches: "all" | "any";
  conditions: RuleCondition[];
  times: Record<TimeName, TimeDraft>;
  /** "" for around the clock. */
  calendarId: string;
  pausing: (typeof pausingStatuses)[number][];
}

/** The form of a policy that is there, or of a new one. */
export function draftOf(policy?: Policy): PolicyDraft {
  const {
    name = "",
    matches = "all",
    conditions = [],
    calendarId = null,
    pausing = ["pending" as const],
  } = policy ?? {};
  const times = Object.fromEntries(timeNames.map((each) => [each, timeOf(policy?.[each] ?? null)]));
  return { name, matches, conditions, calendarId: calendarId ?? "", pausing, times: times as PolicyDraft["times"] };
}

function timeOf(minutes: number | null): TimeDraft {
  if (minutes === null) return { text: "", unit: "hours" };
  return minutes % 60 === 0
    ? { text: String(minutes / 60), unit: "hours" }
    : { text: String(minutes), unit: "minutes" };
}

/** What the form says, as the server takes it; what it lacks is the server's to say. */
export function definitionOf({ times, calendarId, ...draft }: PolicyDraft): PolicyDefinition {
  const minutesOf = ({ text, unit }: TimeDraft) =>
    text.trim() === "" ? null : Math.round(numberIn(text) * (unit === "hours" ? 60 : 1));
  return {
    ...draft,
    firstReplyMinutes: minutesOf(times.firstReplyMinutes),
    nextReplyMinutes: minutesOf(times.nextReplyMinutes),
    resolutionMinutes: minutesOf(times.resolutionMinutes),
    calendarId: calendarId || null,
  };
}

/** A number with a point or a comma; 0, which the server refuses, for what is none. */
function numberIn(text: string): number {
  const number = Number(text.trim().replace(",", "."));
  return Number.isFinite(number) ? number : 0;
}

const MINUTE_MS = 60_000;

/** "First reply within 4 h · Resolution within 24 h". */
export function timesText({ firstReplyMinutes, nextReplyMinutes, resolutionMinutes }: Policy): string {
  const times = [
    [clockLabels.first_reply, firstReplyMinutes],
    [clockLabels.next_reply, nextReplyMinutes],
    [clockLabels.resolution, resolutionMinutes],
  ] as const;
  return times
    .flatMap(([label, minutes]) => (minutes === null ? [] : [`${label} within ${lengthWords(minutes * MINUTE_MS)}`]))
    .join(" · ");
}
