import { incidentLimits } from "@deskhand/contract/desk/incident-limits";
import { readSign, type SignKind } from "@deskhand/contract/desk/incident-words";
import { answerSign } from "./signs-of.ts";
import { surpriseOf } from "./surprise-of.ts";

/** A ticket with what it may share with others. */
export type Seen = { ticketId: string; customer: string; at: number; signs: readonly string[] };

/** What is usual in a store: how many tickets a sign has a week, and how a week's tickets spread over its hours. */
export type Usual = {
  /** How many weeks it is of. */
  weeks: number;
  /** Tickets in each hour of the week (UTC, from Monday), all weeks together. */
  hours: readonly number[];
  /** Tickets with a sign, all weeks together. */
  of: (sign: string) => number;
  /** How much more of it is sold now than in these weeks: more orders of a SKU bring more questions. */
  busier: (sign: string) => number;
};

/** Something that more customers share than is usual. */
export type Burst = { sign: string; tickets: readonly Seen[]; usual: number; surprise: number };

const hour = 3_600_000;
/** Incidents begin within hours: it is looked at these spans. */
const spans = [2 * hour, 6 * hour, 24 * hour];
export const longestSpan = 24 * hour;
/** A store's first week says too little of what is usual. */
const leastWeeks = 1;

/** How rare a burst has to be, as the negative decimal logarithm of its chance: words can share anything, so they have to be rarer. */
const leastSurprise: Readonly<Record<SignKind, number>> = {
  sku: 6,
  carrier: 6,
  place: 6,
  stalled: 6,
  outage: 6,
  words: 8,
  hand: Number.POSITIVE_INFINITY,
};
/** A busy day alone makes no incident: it has to be so many times the usual. */
const leastRatio = 3;

const isBurstKind = (sign: string): boolean => readSign(sign).kind !== "hand";

/** Leaves out answers to one mail that is no ticket's, such as a newsletter: three customers with its subject are no incident. */
export function withoutAnswers(seen: readonly Seen[]): Seen[] {
  const byAnswered = new Map<string, Set<string>>();
  const answeredOf = ({ signs }: Seen) => signs.find((sign) => sign.startsWith(`${answerSign}:`));
  for (const one of seen) {
    const answered = answeredOf(one);
    if (answered !== undefined) byAnswered.set(answered, (byAnswered.get(answered) ?? new Set()).add(one.customer));
  }
  return seen.filter((one) => (byAnswered.get(answeredOf(one) ?? "")?.size ?? 0) < 3);
}

/** The signs of fresh tickets that enough customers share to be looked at, with all tickets that have them. */
export function sharedSigns(seen: readonly Seen[], fresh: ReadonlySet<string>): Map<string, Seen[]> {
  const asked = new Set(
    seen.filter(({ ticketId }) => fresh.has(ticketId)).flatMap(({ signs }) => signs.filter(isBurstKind)),
  );
  const shared = new Map<string, Seen[]>();
  for (const one of seen) {
    for (const sign of one.signs) {
      if (!asked.has(sign)) continue;
      const others = shared.get(sign);
      if (others) others.push(one);
      else shared.set(sign, [one]);
    }
  }
  for (const [sign, tickets] of shared)
    if (customersOf(tickets) < incidentLimits.incidentCustomers) shared.delete(sign);
  return shared;
}

const customersOf = (tickets: readonly Seen[]) => new Set(tickets.map(({ customer }) => customer)).size;

/**
 * Finds what more customers wrote of than is usual, the most surprising first. Tickets that share two things are found by the more
 * surprising of them.
 */
export function findBursts(
  seen: readonly Seen[],
  shared: ReadonlyMap<string, readonly Seen[]>,
  usual: Usual,
  now: number,
): Burst[] {
  if (usual.weeks < leastWeeks) return [];
  const bursts = [...shared].flatMap(([sign, tickets]) => judge(sign, tickets, seen, usual, now));
  bursts.sort((a, b) => b.surprise - a.surprise || a.sign.localeCompare(b.sign));
  const taken = new Set<string>();
  return bursts.filter(({ tickets }) => {
    const left = tickets.filter(({ ticketId }) => !taken.has(ticketId));
    if (left.length * 2 < tickets.length || customersOf(left) < incidentLimits.incidentCustomers) return false;
    for (const { ticketId } of tickets) taken.add(ticketId);
    return true;
  });
}

/** A sign's most surprising span; none if it is as usual. */
function judge(sign: string, tickets: readonly Seen[], seen: readonly Seen[], usual: Usual, now: number): Burst[] {
  const { kind } = readSign(sign);
  const judged = spans.map((span) => {
    const within = tickets.filter(({ at }) => at > now - span);
    const customers = customersOf(within);
    const expected = expectedOf(sign, within.length, seen, usual, { from: now - span, to: now });
    return { within, customers, expected, surprise: surpriseOf(customers, expected) };
  });
  const fitting = judged.filter(
    ({ customers, expected, surprise }) =>
      customers >= incidentLimits.incidentCustomers &&
      customers >= leastRatio * expected &&
      surprise >= leastSurprise[kind],
  );
  const [best] = fitting.toSorted((a, b) => b.surprise - a.surprise);
  return best ? [{ sign, tickets: best.within, usual: best.expected, surprise: best.surprise }] : [];
}

type Span = { from: number; to: number };

/**
 * How many tickets with a sign are to be expected in a span: its own past rate at these hours of the week, times how much busier the
 * store is than usual, by all other tickets or by what is sold.
 */
function expectedOf(sign: string, count: number, seen: readonly Seen[], usual: Usual, span: Span): number {
  const share = shareOf(usual.hours, span);
  const own = ((usual.of(sign) + 0.5) / usual.weeks) * share;
  const all = sum(usual.hours) / usual.weeks;
  const othersUsual = Math.max(0, all * share - own);
  const others = seen.filter(({ at }) => at > span.from).length - count;
  // Some tickets more or less of few say little.
  const busy = (others + 3) / (othersUsual + 3);
  return own * Math.max(1, busy, usual.busier(sign));
}

/** What part of a week's tickets usually comes in a span. Hours without any get a little, as they may be few. */
function shareOf(hours: readonly number[], { from, to }: Span): number {
  const floor = (sum(hours) / hours.length) * 0.1 + 0.01;
  let part = 0;
  for (let at = from; at < to; ) {
    const end = Math.min(to, (Math.floor(at / hour) + 1) * hour);
    part += ((hours[hourOfWeek(at)] ?? 0) + floor) * ((end - at) / hour);
    at = end;
  }
  return part / (sum(hours) + floor * hours.length);
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** The hour of the week in UTC, from Monday 00:00 as 0 to 167; the epoch began on a Thursday. */
export function hourOfWeek(at: number): number {
  return (Math.floor(at / hour) + 3 * 24) % 168;
}
