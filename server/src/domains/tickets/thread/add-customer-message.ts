import type { EventPayloads } from "@deskhand/contract/events";
import { limits } from "@deskhand/contract/limits";
import type { ThreadingReason } from "@deskhand/contract/vocabulary";
import { actingOf, system } from "../../../platform/acting.ts";
import { newId } from "../../../platform/db/ids.ts";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { insertFiles, type NewFile } from "../files/attachments.queries.ts";
import type { NewMessage } from "../rows/message-row.ts";
import { addMessage } from "../rows/messages.queries.ts";
import type { LockedTicket, NewTicket } from "../rows/tickets.queries.ts";
import { recordActivity, type Step } from "../rows/trail.queries.ts";
import { reopeningOf } from "../work/change-status.ts";
import { createTicket } from "../work/create-ticket.ts";

type RequiredFields =
  | "content"
  | "fullContent"
  | "html"
  | "authorName"
  | "mailMessageId"
  | "isAutomatic"
  | "createdAt"
  | "acceptedAt";
type OptionalFields =
  | "authorEmail"
  | "safeHtml"
  | "isUnverified"
  | "writtenFrom"
  | "leftOut"
  | "mergedFromId"
  | "answersTo"
  | "channel"
  | "audience"
  | "passedOn"
  | "originalMailId"
  | "originalSubject"
  | "list"
  | "unreadAddresses"
  | "leftOutAddresses"
  | "otherText"
  | "enclosed";

/**
 * An incoming message, by e-mail unless `channel` says otherwise: written by a customer, or by the store to them (`byStore`, with the
 * colleague if known). Characters that the database cannot hold are removed, and long names cut.
 */
export type CustomerMessage = Pick<NewMessage, RequiredFields> &
  Partial<Pick<NewMessage, OptionalFields | "recipients">> & {
    /** Its mail's id, which keeps messages of the same moment in the order of acceptance. */
    id?: string;
    byStore?: { id: string | null };
    files?: NewFile[];
  };

/**
 * Creates a ticket from an incoming message; its source is the message's channel. `forwardedAs` is the subject under which a colleague
 * forwarded it, which only the ticket's trail shows.
 */
export async function createTicketFromMessage(
  tx: TenantTx,
  ticket: Omit<NewTicket, "source">,
  message: CustomerMessage,
  forwardedAs: string | null = null,
): Promise<{ ticketId: string; ticketNumber: number; messageId: string }> {
  const first = newMessage(message, "new_conversation");
  const {
    id: ticketId,
    ticketNumber,
    subject,
  } = await createTicket(tx, { ...ticket, source: first.channel }, first, message.files);
  const from = forwardedAs && storableText(forwardedAs, limits.mailSubjectLength);
  if (from && from !== subject)
    await recordActivity(tx, system, { ticketId, kind: "subject_changed", details: { from, to: subject } });
  return { ticketId, ticketNumber, messageId: first.id };
}

/**
 * Adds an incoming message to a ticket that the caller has locked, and emits `message.created`. A customer's own message (not automatic,
 * not by a colleague) reopens an archived or pending ticket and ends a snooze.
 */
export async function addCustomerMessage(
  tx: TenantTx,
  ticket: LockedTicket,
  message: CustomerMessage,
  reason: ThreadingReason,
): Promise<{ id: string }> {
  const { isAutomatic, files = [], byStore } = message;
  const reaction = isAutomatic || byStore ? null : customerReplied(ticket);
  const change = {
    isTouched: !isAutomatic,
    ...(reaction?.event && { status: reaction.event.to }),
    fileCount: files.length,
  };
  const { createdAt, ...written } = await addMessage(tx, ticket, newMessage(message, reason), change);
  const { id, authorName } = written;
  await insertFiles(tx, { ticketId: ticket.id, messageId: id }, files);
  if (reaction) {
    const details = { messageId: id, author: authorName };
    const replied: Step = { ticketId: ticket.id, kind: "customer_replied", details };
    await recordActivity(tx, system, ...reaction.steps, replied);
  }
  if (byStore) {
    await recordActivity(tx, actingOf(byStore.id), {
      ticketId: ticket.id,
      kind: "replied",
      details: { messageId: id },
    });
  }
  if (reaction?.event) await emit(tx, "ticket.status-changed", reaction.event);
  await emit(tx, "message.created", { ...written, beginsTicket: false });
  return { id };
}

/** Returns the steps and event for a customer's message on an archived, pending or snoozed ticket. */
function customerReplied(ticket: LockedTicket): { steps: Step[]; event?: EventPayloads["ticket.status-changed"] } {
  const { id: ticketId, status: from } = ticket;
  const woken: Step[] = ticket.isSnoozed ? [{ ticketId, kind: "woken", details: {} }] : [];
  if (ticket.isArchived) {
    const { step, event } = reopeningOf(ticket, system);
    return { steps: [step], event };
  }
  if (from !== "pending") return { steps: woken };
  const details = { from, to: "open" as const };
  const step: Step = { ticketId, kind: "status_changed", details };
  return { steps: [...woken, step], event: { ticketId, ...details, actorId: null } };
}

function newMessage(
  { files, byStore, authorEmail = null, ...message }: CustomerMessage,
  threadingReason: ThreadingReason,
) {
  const author = { isFromCustomer: byStore === undefined, authorId: byStore?.id ?? null };
  const fixed = { ...author, type: "email", idempotencyKey: null } as const;
  return { id: newId(), channel: "email" as const, ...message, ...fixed, authorEmail, threadingReason };
}
