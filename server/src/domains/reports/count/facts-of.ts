import type { FigureName } from "@deskhand/contract/reports/figures";
import { type Hours, workingMs } from "@deskhand/contract/targets/working-time";
import { archivedStatuses, type TicketStatus } from "@deskhand/contract/vocabulary";
import type { TicketFact } from "../../tickets/index.ts";
import type { StatusStep, TicketHistory } from "./history.queries.ts";

/** The working hours that held since a time; the last one goes on. */
export type HoursSince = { since: number; hours: Hours };

type Happened = { at: string; person: string; since?: string; until?: string | null };

/** What happened on a ticket, as figures count it: all of it is computed from the ticket and its trail, whatever was computed before. */
export function factsOf(ticket: TicketHistory, hours: readonly HoursSince[]): TicketFact[] {
  const holder = ticket.holder ?? "";
  const moves = movesOf(ticket);
  const happened: Record<FigureName, Happened[]> = {
    created: [{ at: ticket.createdAt, person: holder }],
    backlog: spellsOf(ticket, moves).map((spell) => ({ ...spell, person: holder })),
    resolved: lastResolution(ticket, moves),
    reopened: moves.filter(({ isOpen, isMerge }) => isOpen && !isMerge).map(({ at }) => ({ at, person: holder })),
    ...conversationOf(ticket, holder),
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

/** Replies and what they answered. The first message of a ticket that a colleague made answers nobody, and is no reply. */
function conversationOf({ messages }: TicketHistory, holder: string) {
  const said: Record<"firstReply" | "nextReply" | "replies" | "customerMessages", Happened[]> = {
    firstReply: [],
    nextReply: [],
    replies: [],
    customerMessages: [],
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
    said[said.firstReply.length === 0 ? "firstReply" : "nextReply"].push({ at, person: writer, since: waitsSince });
    waitsSince = null;
  }
  return said;
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
