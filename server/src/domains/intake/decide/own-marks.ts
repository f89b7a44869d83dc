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

/** What a mail carries of our own signed addresses and Message-IDs. */
export type OwnMarks = {
  /** Tickets whose reply address it was sent to. */
  tickets: string[];
  /** Our messages whose signed Message-ID it names, the nearest first. */
  messages: string[];
  /** Something looks like ours but its signature is wrong, and nothing has a right one. */
  forged: string | null;
  /** Which sending of ours it returns; null when it came to no return path. */
  returned: Sending | null;
};

/**
 * Reads our own marks from a mail's envelope recipients and the Message-IDs it names (nearest first). A wrong signature
 * beside a right one is no forgery: programs cut and fold what they carry along, and who has one mark needs no other.
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
    // Another store's reply address is that store's affair; the mail came to it in its own log entry.
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

/** Those of the Message-IDs that do not even claim to be ours. */
export function foreignIds({ secret, mailDomain }: Signing, messageIds: string[]): string[] {
  const key = mailKey(secret);
  return messageIds.filter((id) => readMailMessageId(key, mailDomain, id).kind === "other");
}

/** Whether a mail came to the return path of one of our mails, as what mail systems send about it does. */
export function cameToReturnPath({ secret, mailDomain }: Signing, recipients: string[]): boolean {
  const key = mailKey(secret);
  return recipients.some((address) => {
    const read = readReplyAddress(key, mailDomain, address);
    return read.kind === "ours" && read.sending !== null;
  });
}

/** Whether this installation sent a mail, as the loop header says: other help desks' mails have one of their own. */
export function isOurOwnMail({ secret, mailDomain }: Signing, { headers, messageId }: ParsedMail<unknown>): boolean {
  const marks = headers[loopHeader.toLowerCase()]?.map((value) => value.trim().toLowerCase()) ?? [];
  const domain = mailDomain.toLowerCase();
  // Until it was signed the mark was our domain, which anybody can write: then the Message-ID has to be of it too.
  const isAtOurs = messageId?.toLowerCase().endsWith(`@${domain}>`) ?? false;
  return marks.some((mark) => isLoopMark(mailKey(secret), mailDomain, mark)) || (isAtOurs && marks.includes(domain));
}

const label = /\[Ticket:\s{0,3}#?0{0,10}(\d{1,9})\]/gi;

/** The numbers of the tickets that a subject names by their labels, the first five. */
export function labelledNumbers(subject: string): number[] {
  return [...new Set([...subject.matchAll(label)].map(([, number]) => Number(number)))].slice(0, 5);
}

/** A line of a header has at most 998 characters (RFC 5322, section 2.1.1), and an index entry 2,704 bytes. */
const longestInBytes = 998;

/** A Message-ID as it is stored and looked for: without angle brackets, and cut to the bytes that an index holds. */
export function bareMessageId(id: string): string {
  let bare = storableText(id.replace(/^<|>$/g, ""), longestInBytes);
  while (Buffer.byteLength(bare) > longestInBytes) bare = storableText(bare, bare.length - 1);
  return bare;
}

// A document's name with a program behind it, and programs that nobody sends to a store.
const disguisedProgram =
  /\.[a-z\d]{2,4}[\s_]*\.(?:exe|com|bat|cmd|vbs|vbe|js|jse|wsf|hta|cpl|lnk|msi|jar|ps1)$|\.(?:scr|pif)$/i;

/** Why a mail must not go further by itself (docs/product.md#quarantine), and the limit where it is one; null when nothing is wrong with it. */
export function findSuspicion(
  { parsed, classification }: Pick<ReadMail, "parsed" | "classification">,
  marks: OwnMarks,
  isOurDomain: (email: string) => boolean,
): { reason: string; heldBy: HeldReason | null } | null {
  const heldBy = null;
  if (marks.forged) return { heldBy, reason: `${marks.forged}.` };
  // A bounce may come in the name of whom it bounces to.
  const senders = classification.kind === "bounce" ? [] : [parsed.from, ...parsed.allFrom];
  const ours = senders.find((sender) => sender && isOurDomain(sender.email));
  if (ours) return { heldBy, reason: `It claims to come from ${ours.email}, but we did not send it.` };
  // What lies in a mail that is a file as well came once.
  const own = parsed.attachments.filter(({ isWithin }) => !isWithin);
  const size = own.reduce((sum, attachment) => sum + attachment.size, 0);
  if (size > limits.mailSizeBytes) {
    return { heldBy: "size", reason: `Its attachments are larger than ${limits.mailSizeBytes / 1024 / 1024} MB.` };
  }
  const disguised = parsed.attachments.find(({ name }) => disguisedProgram.test(name));
  return disguised ? { heldBy, reason: `It holds a program that poses as a document: ${disguised.name}.` } : null;
}
