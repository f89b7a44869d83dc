import type { FigureName } from "@deskhand/contract/reports/figures";
import { type ClockName, readClock } from "@deskhand/contract/targets/clock";
import { type Hours, workingMs } from "@deskhand/contract/targets/working-time";
import { archivedStatuses, type TicketStatus } from "@deskhand/contract/vocabulary";
import { type ClockPolicy, pausesOf } from "../../targets/index.ts";
import type { TicketFact } from "../../tickets/index.ts";
import type { StatusStep, TicketHistory, WorkKind } from "./history.queries.ts";

/** The working hours that held since a time; the last one goes on. */
export type HoursSince = { since: number; hours: Hours };

/** The policy that a ticket has had since a time; the last one goes on. */
export type TargetsSince = { since: number; policy: ClockPolicy | undefined };

type Happened = { at: string; person: string; since?: string; until?: string | null };

/** What happened on a ticket, as figures count it: all of it is computed from the ticket and its trail, whatever was computed before. */
export function factsOf(
  ticket: TicketHistory,
  hours: readonly HoursSince[],
  targets: readonly TargetsSince[] = [],
): TicketFact[] {
  const holder = ticket.holder ?? "";
  const moves = movesOf(ticket);
  const works = (kind: WorkKind) => (ticket.works ?? []).filter((work) => work.kind === kind);
  const said = conversationOf(ticket, holder);
  const resolved = lastResolution(ticket, moves);
  const kept = (all: readonly Happened[], clock: ClockName, isMet: boolean) =>
    all
      .filter(({ at, since }) => since !== undefined && wasMet(ticket, clock, { since, at }, targets) === isMet)
      .map(({ at, person }) => ({ at, person }));
  const happened: Record<FigureName, readonly Happened[]> = {
    created: [{ at: ticket.createdAt, person: holder }],
    backlog: spellsOf(ticket, moves).map((spell) => ({ ...spell, person: holder })),
    resolved,
    reopened: moves.filter(({ isOpen, isMerge }) => isOpen && !isMerge).map(({ at }) => ({ at, person: holder })),
    firstReply: said.firstReply,
    nextReply: said.nextReply,
    replies: said.replies,
    customerMessages: said.customerMessages,
    firstReplyMet: kept(said.firstReply, "first_reply", true),
    firstReplyMissed: kept(said.firstReply, "first_reply", false),
    nextReplyMet: kept(said.nextReply, "next_reply", true),
    nextReplyMissed: kept(said.nextReply, "next_reply", false),
    breachedUnanswered: said.waits
      .flatMap((wait) => breachIn(ticket, wait, targets))
      .map((at) => ({ at, person: holder })),
    resolutionMet: kept(resolved, "resolution", true),
    resolutionMissed: kept(resolved, "resolution", false),
    ruleSteps: works("ruleSteps"),
    ruleReplies: works("ruleReplies"),
    checksShown: [...works("checksTaken"), ...works("checksIgnored")],
    checksTaken: works("checksTaken"),
    checksIgnored: works("checksIgnored"),
    refunds: works("refunds"),
    ratings: [...works("ratedGood"), ...works("ratedOkay"), ...works("ratedBad")],
    ratedGood: works("ratedGood"),
    ratedOkay: works("ratedOkay"),
    ratedBad: works("ratedBad"),
  };
  return Object.entries(happened).flatMap(([kind, all]) =>
    all.map(({ at, person, since, until = null }, n) => ({
      ticketId: ticket.id,
      kind,
      n,
      at,
      until,
      person,
      ...timesBetween(since, at, hours),
    })),
  );
}

const isArchived = (status: TicketStatus) => archivedStatuses.some((archived) => archived === status);

/** Into the archive, or out of it. */
type Move = { at: string; isOpen: boolean; isMerge: boolean; person: string };

/** The steps by which a ticket came into the archive or out of it. Its status now is the last one, whatever the trail says. */
function movesOf({ steps, status }: TicketHistory): Move[] {
  const all = steps ?? [];
  let isOpen = all.length === 0 ? !isArchived(status) : !isArchived(all[0]?.from ?? "open");
  const moves: Move[] = [];
  for (const [index, { at, isMerge, person }] of all.entries()) {
    const isOpenNow = !isArchived(statusAfter(all, index, status));
    if (isOpenNow !== isOpen) moves.push({ at, isOpen: isOpenNow, isMerge, person });
    isOpen = isOpenNow;
  }
  return moves;
}

function statusAfter(steps: readonly StatusStep[], index: number, now: TicketStatus): TicketStatus {
  if (index === steps.length - 1) return now;
  return steps[index]?.to ?? steps[index + 1]?.from ?? "open";
}

/** The times in which a ticket was neither resolved nor closed. One that came in archived, with no trail, never was. */
function spellsOf(
  { createdAt, status }: TicketHistory,
  moves: readonly Move[],
): { at: string; until: string | null }[] {
  const [first] = moves;
  const beganOpen = first ? !first.isOpen : !isArchived(status);
  const begun = [...(beganOpen ? [createdAt] : []), ...moves.filter(({ isOpen }) => isOpen).map(({ at }) => at)];
  const ended = moves.filter(({ isOpen }) => !isOpen).map(({ at }) => at);
  return begun.map((at, index) => {
    const until = ended[index] ?? null;
    // An imported trail may have a step from before the ticket began.
    return { at, until: until !== null && until < at ? at : until };
  });
}

function lastResolution({ createdAt, status }: TicketHistory, moves: readonly Move[]): Happened[] {
  const last = moves.at(-1);
  return last && !last.isOpen && isArchived(status) ? [{ at: last.at, person: last.person, since: createdAt }] : [];
}

/** A time in which a customer waited for a reply; null while they still do. */
type Wait = { clock: "first_reply" | "next_reply"; since: string; until: string | null };

/** Replies and what they answered. The first message of a ticket that a colleague made answers nobody, and is no reply. */
function conversationOf({ messages }: TicketHistory, holder: string) {
  const said: Record<"firstReply" | "nextReply" | "replies" | "customerMessages", Happened[]> & { waits: Wait[] } = {
    firstReply: [],
    nextReply: [],
    replies: [],
    customerMessages: [],
    waits: [],
  };
  let waitsSince: string | null = null;
  for (const [index, { at, isFromCustomer, isToCustomer, person }] of (messages ?? []).entries()) {
    if (isFromCustomer) {
      said.customerMessages.push({ at, person: holder });
      if (waitsSince === null || at < waitsSince) waitsSince = at;
      continue;
    }
    if (!isToCustomer || index === 0) continue;
    const writer = person ?? "";
    said.replies.push({ at, person: writer });
    if (waitsSince === null) continue;
    said.waits.push({
      clock: said.firstReply.length === 0 ? "first_reply" : "next_reply",
      since: waitsSince,
      until: at,
    });
    said[said.firstReply.length === 0 ? "firstReply" : "nextReply"].push({ at, person: writer, since: waitsSince });
    waitsSince = null;
  }
  if (waitsSince !== null) {
    said.waits.push({
      clock: said.firstReply.length === 0 ? "first_reply" : "next_reply",
      since: waitsSince,
      until: null,
    });
  }
  return said;
}

/** Whether a clock had time left when it ended, by the policy that held for the ticket then; undefined where none did, or it has no such target. */
function wasMet(
  ticket: TicketHistory,
  clock: ClockName,
  { since, at }: { since: string; at: string },
  targets: readonly TargetsSince[],
): boolean | undefined {
  const ended = Date.parse(at);
  const policy = targets.findLast((held) => held.since <= ended)?.policy;
  const due = dueBy(ticket, clock, since, policy);
  return due === undefined ? undefined : due === null || due >= ended;
}

/** When the time of a wait was used up before it ended, by the policy that held then; a policy that is new may find it used up already. */
function breachIn(ticket: TicketHistory, { clock, since, until }: Wait, targets: readonly TargetsSince[]): string[] {
  const end = Date.parse(until ?? ticket.readAt);
  for (const [index, { since: begins, policy }] of targets.entries()) {
    const due = dueBy(ticket, clock, since, policy) ?? Number.POSITIVE_INFINITY;
    const at = Math.max(due, begins);
    const ends = targets[index + 1]?.since ?? Number.POSITIVE_INFINITY;
    if (at < Math.min(end, ends)) return [new Date(at).toISOString()];
  }
  return [];
}

/** When a clock's time is used up by a policy; null where it stands still before, undefined without such a target. */
function dueBy(
  { steps, status }: TicketHistory,
  clock: ClockName,
  since: string,
  policy: ClockPolicy | undefined,
): number | null | undefined {
  const minutes =
    policy &&
    {
      first_reply: policy.firstReplyMinutes,
      next_reply: policy.nextReplyMinutes,
      resolution: policy.resolutionMinutes,
    }[clock];
  if (!policy || typeof minutes !== "number") return undefined;
  const timed = (steps ?? []).map(({ at: taken, from, to }) => ({ at: Date.parse(taken), from, to }));
  const pauses = pausesOf(timed, status, policy.pausing);
  return readClock({ began: Date.parse(since), pauses, targetMs: minutes * 60_000, hours: policy.hours }).dueAt;
}

/** How long it was between two times, on the clock and in the hours that held meanwhile, in seconds. */
function timesBetween(since: string | undefined, at: string, hours: readonly HoursSince[]) {
  if (since === undefined) return { seconds: null, working: null };
  const [from, to] = [Date.parse(since), Date.parse(at)];
  let worked = 0;
  for (const [index, { since: begins, hours: held }] of hours.entries()) {
    const ends = hours[index + 1]?.since ?? Number.POSITIVE_INFINITY;
    const [begin, end] = [Math.max(from, begins), Math.min(to, ends)];
    if (begin < end) worked += workingMs(held, begin, end);
  }
  return { seconds: secondsOf(Math.max(0, to - from)), working: secondsOf(worked) };
}

const secondsOf = (ms: number) => Math.round(ms / 1_000);
