import type { ThreadingReason } from "@deskhand/contract/vocabulary";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { recordActivity } from "../work/record-activity.ts";
import { touchTicket } from "../work/touch-ticket.ts";
import { insertMessage } from "./messages.queries.ts";

export type CustomerMessage = {
  ticketId: string;
  /** The new text, without the quoted history. */
  content: string;
  /** The whole text; null when nothing was quoted. */
  fullContent: string | null;
  html: string | null;
  authorName: string;
  /** The address it came from, where that is known. */
  authorEmail?: string | null;
  /** The mail's Message-ID, without angle brackets. */
  mailMessageId: string | null;
  threadingReason: ThreadingReason;
  isAutomatic: boolean;
  createdAt?: string;
};

const authorNameLength = 200;
const mailMessageIdLength = 998;

/** Adds what a customer wrote to a ticket and tells `message.created`; the caller holds the ticket's lock. */
export async function addCustomerMessage(tx: TenantTx, message: CustomerMessage): Promise<{ id: string }> {
  const id = newId();
  const authorName = message.authorName.trim().slice(0, authorNameLength) || "Unknown";
  const mailMessageId = message.mailMessageId?.slice(0, mailMessageIdLength) ?? null;
  await insertMessage(tx, {
    ...message,
    id,
    authorName,
    mailMessageId,
    isFromCustomer: true,
    type: "email",
    authorId: null,
    deliveryState: null,
    idempotencyKey: null,
  });
  const { ticketId, isAutomatic } = message;
  const opensTicket = message.threadingReason === "new_conversation";
  // A ticket that it opens is new already.
  if (!isAutomatic && !opensTicket) {
    await touchTicket(tx, ticketId);
    const details = { messageId: id, author: authorName };
    await recordActivity(tx, { ticketId, actorId: null, kind: "customer_replied", details });
  }
  const kind = { isFromCustomer: true, isAutomatic, opensTicket };
  await emit(tx, "message.created", { id, ticketId, ...kind, authorId: null, authorName });
  return { id };
}
