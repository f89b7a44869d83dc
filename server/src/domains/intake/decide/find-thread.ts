import type { MailReason } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { isMergedInto, type LockedTicket, lockTicketOf } from "../../tickets/index.ts";
import { NotYet } from "./decide-bounce.ts";
import { isUnguessable } from "./is-unguessable.ts";
import type { KnownOfMail } from "./known.queries.ts";
import type { OwnMarks } from "./own-marks.ts";

/** A ticket that a mail belongs to, by which reason, and whether the mail has something that only who got its mails has. */
type Candidate = { ticketId: string; reason: MailReason; isPossession: boolean };
export type Thread = Omit<Candidate, "ticketId"> & {
  ticket: LockedTicket;
  /** The ticket that the mail came by, where that was merged into this one. */
  cameBy: string | null;
};

/** What there is to tell a mail's conversation by. */
export type ThreadEvidence = {
  marks: Pick<OwnMarks, "tickets" | "messages">;
  known: Pick<KnownOfMail, "signed" | "references" | "labelled" | "named">;
  /** The other Message-IDs that it names, the nearest first. */
  references: string[];
  /** Of all that it names the nearest, ours or another's: what it answers. */
  answered: string | undefined;
  numbers: number[];
};

/**
 * The ticket a mail belongs to, locked; undefined for a new conversation. The order and what counts as proof are those of
 * docs/product.md#what-puts-a-mail-on-a-ticket. Where `mustPossess`, who wrote proves nothing.
 */
export async function findThread(
  tx: TenantTx,
  evidence: ThreadEvidence,
  mustPossess: boolean,
): Promise<Thread | undefined> {
  for (const { ticketId, ...how } of candidates(evidence)) {
    if (mustPossess && !how.isPossession) continue;
    const ticket = await lockWhereItGoesOn(tx, ticketId);
    if (ticket) return { ticket, cameBy: ticket.id === ticketId ? null : ticketId, ...how };
  }
  return undefined;
}

/** Locks a ticket, or the one that it was merged into. Throws `NotYet` where that was changing while it was waited for. */
async function lockWhereItGoesOn(tx: TenantTx, id: string): Promise<LockedTicket | undefined> {
  const ticket = await lockTicketOf(tx, id);
  const isElsewhere =
    ticket && (ticket.mergedIntoId !== null || (ticket.id !== id && !(await isMergedInto(tx, id, ticket.id))));
  if (isElsewhere) throw new NotYet("The ticket that it belongs to is being merged, or taken out of another one");
  return ticket;
}

/** The ticket that a mail would join if who wrote it counted; undefined when there is none. */
export function findNamedTicket(evidence: ThreadEvidence): string | undefined {
  return candidates(evidence).find(({ isPossession }) => !isPossession)?.ticketId;
}

function candidates(evidence: ThreadEvidence): Candidate[] {
  const { marks, known, references, numbers } = evidence;
  const signed = marks.messages.flatMap((id) => known.signed.filter(({ messageId }) => messageId === id));
  const labelled = numbers.flatMap((number) => known.labelled.filter(({ ticketNumber }) => ticketNumber === number));
  return [
    ...followed(evidence),
    ...marks.tickets.map((ticketId) => ({ ticketId, reason: "reply_address" as const, isPossession: true })),
    ...signed.map(({ ticketId }) => ({ ticketId, reason: "references" as const, isPossession: true })),
    ...references.flatMap((id) => referred(known.references.filter(({ mailMessageId }) => mailMessageId === id))),
    ...labelled
      .filter(({ takesPart }) => takesPart)
      .map(({ ticketId }) => ({ ticketId, reason: "subject_label" as const, isPossession: false })),
    ...known.named.map(({ ticketId }) => ({ ticketId, reason: "named_mail" as const, isPossession: false })),
  ];
}

// Sent to the address of the ticket that the message it answers was taken out of, or stood on while its own was merged into that: it
// belongs where that message is.
function followed({ marks, known, references, answered }: ThreadEvidence): Candidate[] {
  const isOurs = answered !== undefined && !references.includes(answered);
  const own = isOurs ? known.signed.filter(({ messageId }) => messageId === marks.messages[0]) : [];
  const elsewhere = marks.tickets.length > 0 ? own.filter(({ ticketId }) => !marks.tickets.includes(ticketId)) : [];
  const moved = known.references.filter(
    ({ mailMessageId, movedFrom }) =>
      mailMessageId === answered && marks.tickets.some((ticketId) => movedFrom.includes(ticketId)),
  );
  return [...elsewhere, ...moved].map(({ ticketId }) => ({ ticketId, reason: "references", isPossession: true }));
}

// What stands on several tickets, or was named by others, is known to many: a newsletter, somebody's id that a stranger has.
function referred(stored: KnownOfMail["references"]): Candidate[] {
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

/** By what a mail was put on its ticket, in words. */
export const whyThreaded: Record<MailReason, string> = {
  reply_address: "It was sent to the ticket's reply address.",
  references: "It answers a mail of this ticket.",
  subject_label: "Its subject names the ticket, and the sender takes part in it.",
  named_mail: "It and an earlier mail of the same author belong to one conversation.",
};
