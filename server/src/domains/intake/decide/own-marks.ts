import { limits } from "@deskhand/contract/limits";
import type { HeldReason } from "@deskhand/contract/vocabulary";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { Settings } from "../../../platform/settings.ts";
import {
  isLoopMark,
  loopHeader,
  mailKey,
  readMailMessageId,
  readReplyAddress,
  type Sending,
} from "../../outgoing/index.ts";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import type { ReadMail } from "../read/read-mail.ts";

type Signing = Pick<Settings, "secret" | "mailDomain">;

/** Our own signed addresses and Message-IDs in a mail. */
export type OwnMarks = {
  /** Tickets whose reply address it was sent to. */
  tickets: string[];
  /** Our messages whose signed Message-IDs it names, the nearest first. */
  messages: string[];
  /** Why a mark of ours is forged; null if none is, or if another mark has a valid signature. */
  forged: string | null;
  /** The sending of ours that it returns; null if it did not come to a return path. */
  returned: Sending | null;
};

/**
 * Reads our own marks from a mail's envelope recipients and the Message-IDs that it names, nearest first. A wrong signature beside a
 * valid one is no forgery, as programs truncate ids, and one valid mark is enough.
 */
export function readOwnMarks(
  { secret, mailDomain }: Signing,
  clientCode: string,
  recipients: string[],
  messageIds: string[],
): OwnMarks {
  const key = mailKey(secret);
  const marks: OwnMarks = { tickets: [], messages: [], forged: null, returned: null };
  for (const address of recipients) {
    const read = readReplyAddress(key, mailDomain, address);
    if (read.kind === "forged") marks.forged = `The reply address ${address} has a wrong signature`;
    // A reply address of another store belongs to that store's own log entry of this mail.
    if (read.kind === "ours" && read.clientCode === clientCode) {
      marks.tickets.push(read.ticketId);
      marks.returned = read.sending;
    }
  }
  for (const id of messageIds) {
    const read = readMailMessageId(key, mailDomain, id);
    if (read.kind === "forged") marks.forged ??= `It names the Message-ID ${id}, whose signature is wrong`;
    if (read.kind === "ours") marks.messages.push(read.messageId);
  }
  if (marks.tickets.length > 0 || marks.messages.length > 0) marks.forged = null;
  return marks;
}

/** Returns the Message-IDs that do not claim to be ours. */
export function foreignIds({ secret, mailDomain }: Signing, messageIds: string[]): string[] {
  const key = mailKey(secret);
  return messageIds.filter((id) => readMailMessageId(key, mailDomain, id).kind === "other");
}

/** Whether a mail came to the return path of one of our mails, as bounces do. */
export function cameToReturnPath({ secret, mailDomain }: Signing, recipients: string[]): boolean {
  const key = mailKey(secret);
  return recipients.some((address) => {
    const read = readReplyAddress(key, mailDomain, address);
    return read.kind === "ours" && read.sending !== null;
  });
}

/** Whether this installation sent a mail, by its loop header; other help desks use headers of their own. */
export function isOurOwnMail({ secret, mailDomain }: Signing, { headers, messageId }: ParsedMail<unknown>): boolean {
  const marks = headers[loopHeader.toLowerCase()]?.map((value) => value.trim().toLowerCase()) ?? [];
  const domain = mailDomain.toLowerCase();
  // Earlier versions marked mail with the unsigned domain, which anybody can write, so the Message-ID must match too.
  const isAtOurs = messageId?.toLowerCase().endsWith(`@${domain}>`) ?? false;
  return marks.some((mark) => isLoopMark(mailKey(secret), mailDomain, mark)) || (isAtOurs && marks.includes(domain));
}

const label = /\[Ticket:\s{0,3}#?0{0,10}(\d{1,9})\]/gi;

/** Returns the ticket numbers in a subject's labels, the first five. */
export function labelledNumbers(subject: string): number[] {
  return [...new Set([...subject.matchAll(label)].map(([, number]) => Number(number)))].slice(0, 5);
}

/** A header line has at most 998 characters (RFC 5322, section 2.1.1), and an index entry at most 2,704 bytes. */
const longestInBytes = 998;

/** Returns a Message-ID as it is stored and searched: without angle brackets, and cut to what an index holds. */
export function bareMessageId(id: string): string {
  let bare = storableText(id.replace(/^<|>$/g, ""), longestInBytes);
  while (Buffer.byteLength(bare) > longestInBytes) bare = storableText(bare, bare.length - 1);
  return bare;
}

// Matches programs named like documents, and kinds of program that nobody sends to a store.
const disguisedProgram =
  /\.[a-z\d]{2,4}[\s_]*\.(?:exe|com|bat|cmd|vbs|vbe|js|jse|wsf|hta|cpl|lnk|msi|jar|ps1)$|\.(?:scr|pif)$/i;

/** Returns why a mail must be quarantined (docs/product.md#quarantine), with the limit if it exceeds one; null if nothing is wrong. */
export function findSuspicion(
  { parsed, classification }: Pick<ReadMail, "parsed" | "classification">,
  marks: OwnMarks,
  isOurDomain: (email: string) => boolean,
): { reason: string; heldBy: HeldReason | null } | null {
  const heldBy = null;
  if (marks.forged) return { heldBy, reason: `${marks.forged}.` };
  // A bounce may name its recipient as sender.
  const senders = classification.kind === "bounce" ? [] : [parsed.from, ...parsed.allFrom];
  const ownSender = senders.find((sender) => sender && isOurDomain(sender.email));
  if (ownSender) return { heldBy, reason: `It claims to come from ${ownSender.email}, but we did not send it.` };
  // Files inside an enclosed mail are already counted with it.
  const attachments = parsed.attachments.filter(({ isWithin }) => !isWithin);
  const size = attachments.reduce((sum, attachment) => sum + attachment.size, 0);
  if (size > limits.mailSizeBytes) {
    return { heldBy: "size", reason: `Its attachments are larger than ${limits.mailSizeBytes / 1024 / 1024} MB.` };
  }
  const disguised = parsed.attachments.find(({ name }) => disguisedProgram.test(name));
  return disguised ? { heldBy, reason: `It holds a program that poses as a document: ${disguised.name}.` } : null;
}
