import { readMailMessageId, readReplyAddress } from "../../outgoing/index.ts";

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
  key: Buffer,
  mailDomain: string,
  clientCode: string,
  recipients: string[],
  messageIds: string[],
): OwnMarks {
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
