import type { MailReason } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { isMergedInto, type LockedTicket, lockTicketOf } from "../../tickets/index.ts";
import type { MailContext } from "./context.queries.ts";
import { MustWait } from "./decide-bounce.ts";
import { isUnguessable } from "./is-unguessable.ts";
import type { OwnMarks } from "./own-marks.ts";

/** A ticket that a mail may belong to and why; `isPossession` says that the mail has something that only recipients of the ticket's mails have. */
type Candidate = { ticketId: string; reason: MailReason; isPossession: boolean };
export type Thread = Omit<Candidate, "ticketId"> & {
  ticket: LockedTicket;
  /** The ticket that the mail came to, if that was merged into this one. */
  cameBy: string | null;
};

/** The evidence for a mail's conversation. */
export type ThreadEvidence = {
  marks: Pick<OwnMarks, "tickets" | "messages">;
  context: Pick<MailContext, "signed" | "references" | "labelled" | "named">;
  /** The other Message-IDs that it names, the nearest first. */
  references: string[];
  /** The nearest Message-ID, ours or not: the message that it answers. */
  answered: string | undefined;
  numbers: number[];
};

/**
 * Finds and locks the ticket that a mail belongs to; undefined for a new conversation. The order and what counts as proof follow
 * docs/product.md#what-puts-a-mail-on-a-ticket. With `mustPossess`, the author's identity is no proof.
 */
export async function findThread(
  tx: TenantTx,
  evidence: ThreadEvidence,
  mustPossess: boolean,
): Promise<Thread | undefined> {
  for (const { ticketId, ...how } of candidates(evidence)) {
    if (mustPossess && !how.isPossession) continue;
    const ticket = await lockCurrent(tx, ticketId);
    if (ticket) return { ticket, cameBy: ticket.id === ticketId ? null : ticketId, ...how };
  }
  return undefined;
}

/** Locks a ticket, or the one that it was merged into. Throws `MustWait` if a merge changed that meanwhile. */
async function lockCurrent(tx: TenantTx, id: string): Promise<LockedTicket | undefined> {
  const ticket = await lockTicketOf(tx, id);
  const isElsewhere =
    ticket && (ticket.mergedIntoId !== null || (ticket.id !== id && !(await isMergedInto(tx, id, ticket.id))));
  if (isElsewhere) throw new MustWait("The ticket that it belongs to is being merged, or taken out of another one");
  return ticket;
}

/** The ticket that the mail would join if its author's identity were proof. */
export function findNamedTicket(evidence: ThreadEvidence): string | undefined {
  return candidates(evidence).find(({ isPossession }) => !isPossession)?.ticketId;
}

function candidates(evidence: ThreadEvidence): Candidate[] {
  const { marks, context, references, numbers } = evidence;
  const signed = marks.messages.flatMap((id) => context.signed.filter(({ messageId }) => messageId === id));
  const labelled = numbers.flatMap((number) => context.labelled.filter(({ ticketNumber }) => ticketNumber === number));
  return [
    ...movedCandidates(evidence),
    ...marks.tickets.map((ticketId) => ({ ticketId, reason: "reply_address" as const, isPossession: true })),
    ...signed.map(({ ticketId }) => ({ ticketId, reason: "references" as const, isPossession: true })),
    ...references.flatMap((id) =>
      referenceCandidates(context.references.filter(({ mailMessageId }) => mailMessageId === id)),
    ),
    ...labelled
      .filter(({ takesPart }) => takesPart)
      .map(({ ticketId }) => ({ ticketId, reason: "subject_label" as const, isPossession: false })),
    ...context.named.map(({ ticketId }) => ({ ticketId, reason: "named_mail" as const, isPossession: false })),
  ];
}

// If the message that it answers was moved out of the addressed ticket, or merged into another, the mail follows that message.
function movedCandidates({ marks, context, references, answered }: ThreadEvidence): Candidate[] {
  const isOurs = answered !== undefined && !references.includes(answered);
  const own = isOurs ? context.signed.filter(({ messageId }) => messageId === marks.messages[0]) : [];
  const elsewhere = marks.tickets.length > 0 ? own.filter(({ ticketId }) => !marks.tickets.includes(ticketId)) : [];
  const moved = context.references.filter(
    ({ mailMessageId, movedFrom }) =>
      mailMessageId === answered && marks.tickets.some((ticketId) => movedFrom.includes(ticketId)),
  );
  return [...elsewhere, ...moved].map(({ ticketId }) => ({ ticketId, reason: "references", isPossession: true }));
}

// An id on several tickets, or named by others, is known to many: a newsletter's, or one that a stranger copied.
function referenceCandidates(stored: MailContext["references"]): Candidate[] {
  const [first] = stored;
  if (!first) return [];
  const { ticketId, mailMessageId, writer, at } = first;
  const isOurs = stored.every((other) => other.ticketId === ticketId && !other.isWidelyKnown);
  if (isOurs && isUnguessable(mailMessageId, { writer, at: Date.parse(at) })) {
    return [{ ticketId, reason: "references", isPossession: true }];
  }
  return stored
    .filter(({ takesPart }) => takesPart)
    .map((one) => ({ ticketId: one.ticketId, reason: "references", isPossession: false }));
}

/** Explains in words why a mail was put on its ticket. */
export const threadingReasons: Record<MailReason, string> = {
  reply_address: "It was sent to the ticket's reply address.",
  references: "It answers a mail of this ticket.",
  subject_label: "Its subject names the ticket, and the sender takes part in it.",
  named_mail: "It and an earlier mail of the same author belong to one conversation.",
};
