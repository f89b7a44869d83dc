import type { ThreadingReason } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Settings } from "../../../platform/settings.ts";
import { mailKey, readMailMessageId, readReplyAddress } from "../../outgoing/index.ts";
import { type LockedTicket, lockTicket } from "../../tickets/index.ts";
import { intakeLimits } from "../intake-limits.ts";
import { takesPart, ticketOfMessage, ticketsOfMails, ticketWithNumber } from "./decide.queries.ts";

/** What a mail carries of our own signed addresses and Message-IDs. */
export type OwnMarks = {
  /** Tickets whose reply address it was sent to. */
  tickets: string[];
  /** Our messages whose signed Message-ID it names, the nearest first. */
  messages: string[];
  /** Something looks like ours but its signature is wrong. */
  forged: string | null;
  /** How often the mail that it returns to its sender had been sent again; null when it came to no return path. */
  resends: number | null;
};

/** Reads our own marks from a mail's envelope recipients and the Message-IDs it names (nearest first). */
export function readOwnMarks(
  { secret, mailDomain }: Pick<Settings, "secret" | "mailDomain">,
  clientCode: string,
  recipients: string[],
  messageIds: string[],
): OwnMarks {
  const key = mailKey(secret);
  const marks: OwnMarks = { tickets: [], messages: [], forged: null, resends: null };
  for (const address of recipients) {
    const read = readReplyAddress(key, mailDomain, address);
    if (read.kind === "forged") marks.forged = `The reply address ${address} has a wrong signature`;
    // Another store's reply address is that store's affair; the mail came to it in its own log entry.
    if (read.kind === "ours" && read.clientCode === clientCode) {
      marks.tickets.push(read.ticketId);
      marks.resends = read.resends;
    }
  }
  for (const id of messageIds) {
    const read = readMailMessageId(key, mailDomain, id);
    if (read.kind === "forged") marks.forged ??= `It names the Message-ID ${id}, whose signature is wrong`;
    if (read.kind === "ours") marks.messages.push(read.messageId);
  }
  return marks;
}

/** Whether a mail came to the return path of one of our mails, as what mail systems send about it does. */
export function cameToReturnPath(
  { secret, mailDomain }: Pick<Settings, "secret" | "mailDomain">,
  recipients: string[],
): boolean {
  const key = mailKey(secret);
  return recipients.some((address) => {
    const read = readReplyAddress(key, mailDomain, address);
    return read.kind === "ours" && read.resends !== null;
  });
}

export type Thread = { ticket: LockedTicket; reason: Exclude<ThreadingReason, "new_conversation"> };

/** What a mail says about the conversation it belongs to. */
export type ThreadClues = {
  marks: OwnMarks;
  /** References and In-Reply-To, without brackets. */
  references: string[];
  subject: string;
  /** Who wrote it, in lower case; null when nobody is named. */
  author: string | null;
};

/**
 * The ticket a mail belongs to, locked, and by which reason; undefined for a new conversation. The order and what counts
 * as proof are those of docs/decisions/0010: what we signed, then Message-IDs of the conversation, then the ticket's
 * label for those who already take part.
 */
export async function findThread(tx: TenantTx, clues: ThreadClues): Promise<Thread | undefined> {
  for await (const { ticketId, reason } of candidates(tx, clues)) {
    const ticket = ticketId ? await lockTicket(tx, ticketId) : undefined;
    if (ticket) return { ticket, reason };
  }
  return undefined;
}

type Candidate = { ticketId: string | undefined; reason: Thread["reason"] };

async function* candidates(tx: TenantTx, clues: ThreadClues): AsyncGenerator<Candidate> {
  const { marks, author } = clues;
  for (const ticketId of marks.tickets) yield { ticketId, reason: "reply_address" };
  for (const messageId of marks.messages) {
    yield { ticketId: await ticketOfMessage(tx, messageId), reason: "references" };
  }
  yield { ticketId: await findByReferences(tx, clues), reason: "references" };
  const labelled = author ? await findByLabel(tx, clues.subject, author) : undefined;
  yield { ticketId: labelled, reason: "subject_label" };
}

async function findByReferences(tx: TenantTx, { references, author }: ThreadClues): Promise<string | undefined> {
  if (references.length === 0) return undefined;
  for (const { ticketId, mailMessageId } of await ticketsOfMails(tx, references)) {
    const isProof = (mailMessageId?.split("@")[0]?.length ?? 0) >= intakeLimits.unguessableIdLength;
    if (isProof || (author && (await takesPart(tx, ticketId, author)))) return ticketId;
  }
  return undefined;
}

const label = /\[Ticket:\s{0,3}#?0{0,10}(\d{1,9})\]/gi;

async function findByLabel(tx: TenantTx, subject: string, author: string): Promise<string | undefined> {
  for (const [, number] of [...subject.matchAll(label)].slice(0, 5)) {
    const ticketId = await ticketWithNumber(tx, Number(number));
    if (ticketId && (await takesPart(tx, ticketId, author))) return ticketId;
  }
  return undefined;
}
