import type { EventPayloads } from "@deskhand/contract/events";
import type { ThreadingReason } from "@deskhand/contract/vocabulary";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { insertFiles, type NewFile } from "../files/attachments.queries.ts";
import type { NewMessage } from "../rows/message-row.ts";
import { addMessage } from "../rows/messages.queries.ts";
import type { LockedTicket, NewTicket } from "../rows/tickets.queries.ts";
import { recordActivity, type Step } from "../rows/trail.queries.ts";
import { reopened } from "../work/change-status.ts";
import { createTicket } from "../work/create-ticket.ts";

type Written = "content" | "fullContent" | "html" | "authorName" | "mailMessageId" | "isAutomatic" | "createdAt";

/** What a customer wrote; what of it the database cannot hold is left out, and too long names are cut. */
export type CustomerMessage = Pick<NewMessage, Written> &
  Partial<Pick<NewMessage, "authorEmail" | "safeHtml" | "isUnverified" | "leftOut" | "mergedFromId">> & {
    files?: NewFile[];
  };

/** Makes a ticket of what a customer wrote. */
export async function createTicketFromMessage(
  tx: TenantTx,
  ticket: NewTicket,
  message: CustomerMessage,
): Promise<{ ticketId: string; ticketNumber: number; messageId: string }> {
  const first = messageOf(message, "new_conversation");
  const { id: ticketId, ticketNumber } = await createTicket(tx, ticket, first, message.files);
  return { ticketId, ticketNumber, messageId: first.id };
}

/**
 * Adds what a customer wrote to a ticket, which the caller has locked, and emits `message.created`. Unless a machine wrote, an
 * archived ticket is reopened, a pending one is open again, and a snooze ends.
 */
export async function addCustomerMessage(
  tx: TenantTx,
  ticket: LockedTicket,
  message: CustomerMessage,
  reason: ThreadingReason,
): Promise<{ id: string }> {
  const { isAutomatic, files = [] } = message;
  const taken = isAutomatic ? null : takenUpAgain(ticket);
  const change = {
    isTouched: !isAutomatic,
    ...(taken?.event && { status: taken.event.to }),
    fileCount: files.length,
  };
  const { createdAt, ...written } = await addMessage(tx, ticket, messageOf(message, reason), change);
  const { id, authorName } = written;
  await insertFiles(tx, { ticketId: ticket.id, messageId: id }, files);
  if (taken) {
    const details = { messageId: id, author: authorName };
    const replied: Step = { ticketId: ticket.id, actorId: null, kind: "customer_replied", details };
    await recordActivity(tx, ...taken.steps, replied);
  }
  if (taken?.event) await emit(tx, "ticket.status-changed", taken.event);
  await emit(tx, "message.created", { ...written, beginsTicket: false });
  return { id };
}

/** What a customer's own message does to a ticket that was done, waited for them or was put off. */
function takenUpAgain(ticket: LockedTicket): { steps: Step[]; event?: EventPayloads["ticket.status-changed"] } {
  const { id: ticketId, status: from } = ticket;
  const woken: Step[] = ticket.isSnoozed ? [{ ticketId, actorId: null, kind: "woken", details: {} }] : [];
  if (ticket.isArchived) {
    const { step, event } = reopened(ticket, null);
    return { steps: [step], event };
  }
  if (from !== "pending") return { steps: woken };
  const details = { from, to: "open" as const };
  const step: Step = { ticketId, actorId: null, kind: "status_changed", details };
  return { steps: [...woken, step], event: { ticketId, ...details, actorId: null } };
}

function messageOf({ files, authorEmail = null, ...message }: CustomerMessage, threadingReason: ThreadingReason) {
  const from = { type: "email", isFromCustomer: true, authorId: null, idempotencyKey: null } as const;
  return { ...message, ...from, id: newId(), authorEmail, threadingReason };
}
