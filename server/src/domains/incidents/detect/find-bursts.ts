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
  /** What part of the orders of two weeks had a SKU: so much of all tickets may be about it, also when it is new or on sale. */
  sold: (sign: string) => number;
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

/** Whether a sign is only a word. */
export const isWord = (sign: string): boolean => readSign(sign).kind === "words";
/** Whether a sign comes from what is said, rather than from an order. */
const isSaid = (sign: string): boolean => isWord(sign) || readSign(sign).kind === "outage";
const isBurstKind = (sign: string): boolean => readSign(sign).kind !== "hand";

/** Leaves out answers to one mail that is no ticket's, such as a newsletter: three customers with its subject are no incident. */
export function withoutAnswers<One extends Seen>(seen: readonly One[]): One[] {
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

/** How many different customers wrote these tickets. */
export const customersOf = (tickets: readonly Seen[]) => new Set(tickets.map(({ customer }) => customer)).size;

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
  // A word says less than an order does.
  const rank = ({ sign, surprise }: Burst) => surprise - (isWord(sign) ? 1_000 : 0);
  bursts.sort((a, b) => rank(b) - rank(a) || a.sign.localeCompare(b.sign));
  const taken = new Set<string>();
  return bursts.filter(({ tickets }) => {
    const left = tickets.filter(({ ticketId }) => !taken.has(ticketId));
    if (left.length * 2 < tickets.length || customersOf(left) < incidentLimits.incidentCustomers) return false;
    for (const { ticketId } of tickets) taken.add(ticketId);
    return true;
  });
}

/** Whether more customers still write of a sign than is usual, all of them counted. */
export function goesOn(sign: string, seen: readonly Seen[], usual: Usual, now: number): boolean {
  const tickets = seen.filter(({ signs }) => signs.includes(sign));
  return judge(sign, tickets, seen, usual, now).length > 0;
}

/** An incident that goes on, with all that its tickets share. */
export type Going = { id: string; signs: readonly string[] };

/**
 * The incident that a burst belongs to, of those that go on: one of whose recent tickets a quarter have the burst's sign as well, and two
 * at least. A word belongs to one that two have it of, else to one that is known by words alone, as people say the same in many words.
 * Null for none: then it is another matter.
 */
export function sameMatter(
  { sign }: Burst,
  seen: readonly Seen[],
  incidentOf: ReadonlyMap<string, string>,
  going: readonly Going[],
): string | null {
  const sharing = going.find(({ id }) => {
    const tickets = seen.filter(({ ticketId }) => incidentOf.get(ticketId) === id);
    const having = tickets.filter(({ signs }) => signs.includes(sign)).length;
    return having >= 2 && (isWord(sign) || having * 4 >= tickets.length);
  });
  const wordy = isWord(sign) ? going.find(({ signs }) => signs.every(isSaid)) : undefined;
  return (sharing ?? wordy)?.id ?? null;
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
 * How many tickets with a sign are to be expected in a span: its own past rate, or what is sold of it, at these hours of the week, times
 * how much busier the store is than usual by all other tickets.
 */
function expectedOf(sign: string, count: number, seen: readonly Seen[], usual: Usual, span: Span): number {
  const share = shareOf(usual.hours, span);
  const all = sum(usual.hours) / usual.weeks;
  const own = Math.max((usual.of(sign) + 0.5) / usual.weeks, usual.sold(sign) * all) * share;
  const othersUsual = Math.max(0, all * share - own);
  const others = seen.filter(({ at }) => at > span.from).length - count;
  // Some tickets more or less of few say little.
  const busy = (others + 3) / (othersUsual + 3);
  return own * Math.max(1, busy);
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
