import { pausingStatuses } from "@deskhand/contract/targets/clock";
import type { Span } from "@deskhand/contract/targets/working-time";
import { type TicketStatus, ticketStatuses } from "@deskhand/contract/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ClockFacts, type ClockPolicy, clocksOf } from "./clocks-of.ts";

const MINUTE = 60_000;
const DAY = 1_440;

/**
 * Sixteen days around something odd that a zone's clocks do: hours skipped and shown twice, by an hour and by half of one, at night, at
 * midnight and just after it; a day that was left out; summer times that were ended, moved and begun again; and zones without any of it.
 */
const around: [timeZone: string, day: string][] = [
  ["Europe/Berlin", "2026-03-29"],
  ["Europe/Berlin", "2026-10-25"],
  ["America/New_York", "2026-03-08"],
  ["America/New_York", "2026-11-01"],
  ["Australia/Lord_Howe", "2026-04-05"],
  ["Australia/Lord_Howe", "2026-10-04"],
  ["America/St_Johns", "2010-11-07"],
  ["America/Sao_Paulo", "2018-11-04"],
  ["America/Santiago", "2026-04-05"],
  ["Africa/Casablanca", "2026-02-15"],
  ["Africa/Cairo", "2023-04-28"],
  ["Asia/Beirut", "2023-03-26"],
  ["Pacific/Apia", "2011-12-30"],
  ["Asia/Pyongyang", "2015-08-15"],
  ["America/Caracas", "2016-05-01"],
  ["Europe/Istanbul", "2016-10-30"],
  ["Asia/Kathmandu", "2026-06-01"],
  ["UTC", "2026-12-31"],
];

/** What a zone's clocks show in each minute of those days, asked for one by one. */
type Shown = { from: number; minutes: { day: string; weekday: number; minute: number }[] };
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

function watch(timeZone: string, middle: string): Shown {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const from = Date.parse(`${middle}T00:00:00Z`) - 8 * DAY * MINUTE;
  const minutes = Array.from({ length: 16 * DAY }, (_, index) => {
    const part = Object.fromEntries(
      format.formatToParts(from + index * MINUTE).map(({ type, value }) => [type, value]),
    );
    return {
      day: `${part.year}-${part.month}-${part.day}`,
      weekday: weekdays.indexOf(part.weekday ?? ""),
      minute: Number(part.hour) * 60 + Number(part.minute),
    };
  });
  return { from, minutes };
}

const spansOfDay = fc.oneof(
  fc.constant<Span[]>([]),
  fc.constant<Span[]>([[540, 1_020]]),
  fc.constant<Span[]>([
    [0, 240],
    [1_320, 1_440],
  ]),
  fc.constant<Span[]>([[0, 1_440]]),
  fc
    .uniqueArray(fc.integer({ min: 0, max: 1_440 }), { minLength: 2, maxLength: 6 })
    .map((ends) => ends.toSorted((one, other) => one - other))
    .map((ends) =>
      ends.flatMap((end, index): Span[] => (index % 2 === 1 ? [[ends[index - 1] ?? 0, end] as const] : [])),
    ),
);

/** Times in minutes since the first of those days. */
const history = fc.record({
  created: fc.integer({ min: 0, max: 10 * DAY }),
  asked: fc.option(fc.integer({ min: 0, max: 3 * DAY })),
  isAnswered: fc.boolean(),
  /** Each after so many minutes, to which status. */
  changes: fc.array(
    fc.tuple(
      fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 2 * DAY })),
      fc.constantFrom(...ticketStatuses),
    ),
    { maxLength: 8 },
  ),
  begins: fc.constantFrom<TicketStatus>("open", "pending", "urgent"),
  week: fc.array(spansOfDay, { minLength: 7, maxLength: 7 }),
  isAroundTheClock: fc.boolean(),
  daysOff: fc.uniqueArray(fc.integer({ min: 0, max: 15 }), { maxLength: 3 }),
  pausing: fc.uniqueArray(fc.constantFrom(...pausingStatuses), { maxLength: 3 }),
  // In quarters, so that the time of being at risk is a whole minute.
  quarters: fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 2_000 })),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** The step of a trail for each change. */
function stepsOf({ created, changes, begins }: History, from: number): ClockFacts["steps"] {
  let [at, status] = [created, begins];
  return changes.map(([after, to]) => {
    const step = { at: from + (at + after) * MINUTE, from: status, to };
    at += after;
    status = to;
    return step;
  });
}

/** Walks a clock minute by minute: when so much of its time is used up, and how much is by the end. */
function walk({ from, minutes }: Shown, began: number, wanted: number, facts: ClockFacts, policy: ClockPolicy) {
  let used = 0;
  let reachedAt: number | null = null;
  for (const [index, { day, weekday, minute }] of minutes.entries()) {
    const now = from + index * MINUTE;
    if (now < began) continue;
    const passed = facts.steps.filter(({ at }) => at <= now);
    const status = passed.at(-1)?.to ?? facts.steps[0]?.from ?? facts.status;
    if (status === "resolved" || status === "closed" || policy.pausing.some((each) => each === status)) continue;
    const { hours } = policy;
    const isOpen =
      hours === null ||
      (!hours.daysOff.has(day) &&
        (hours.week[weekday] ?? []).some(([opens, closes]) => opens <= minute && minute < closes));
    if (!isOpen) continue;
    used += 1;
    if (used === wanted) reachedAt = now + MINUTE;
  }
  return { used, reachedAt };
}

describe.each(around)("in %s around %s", (timeZone, day) => {
  const shown = watch(timeZone, day);
  const end = shown.from + shown.minutes.length * MINUTE;

  test("a clock that is computed is one that walks minute by minute", () => {
    const run = (made: History) => {
      const steps = stepsOf(made, shown.from);
      const createdAt = shown.from + made.created * MINUTE;
      const facts: ClockFacts = {
        createdAt,
        status: steps.at(-1)?.to ?? made.begins,
        waitingSince: made.asked === null ? null : createdAt + made.asked * MINUTE,
        isAnswered: made.isAnswered,
        steps,
      };
      const policy: ClockPolicy = {
        id: "",
        name: "",
        pausing: made.pausing,
        firstReplyMinutes: made.quarters * 4,
        nextReplyMinutes: null,
        resolutionMinutes: made.quarters * 4,
        hours: made.isAroundTheClock
          ? null
          : {
              timeZone,
              week: made.week,
              daysOff: new Set(made.daysOff.map((index) => shown.minutes[index * DAY]?.day ?? "")),
            },
      };
      const clocks = clocksOf(facts, policy);
      const isDone = facts.status === "resolved" || facts.status === "closed";
      const asked = facts.waitingSince !== null && !made.isAnswered ? ["first_reply"] : [];
      expect(clocks.map(({ clock }) => clock)).toEqual(isDone ? [] : [...asked, "resolution"]);
      for (const { clock, began, dueAt, riskAt, isPaused, leftMs } of clocks) {
        expect(began).toBe(clock === "resolution" ? createdAt : facts.waitingSince);
        const wanted = made.quarters * 4;
        const due = walk(shown, began, wanted, facts, policy);
        const risk = walk(shown, began, made.quarters * 3, facts, policy);
        // What comes after those days is not walked.
        const within = (at: number | null) => (at === null || at > end ? null : at);
        expect([within(dueAt), within(riskAt)]).toEqual([due.reachedAt, risk.reachedAt]);
        expect(isPaused).toBe(made.pausing.some((status) => status === facts.status));
        const isOver = (steps.at(-1)?.at ?? 0) >= end;
        if (isPaused && !isOver) expect(leftMs).toBe(Math.max(0, wanted - due.used) * MINUTE);
      }
    };
    fc.assert(fc.property(history, run));
  });
});
