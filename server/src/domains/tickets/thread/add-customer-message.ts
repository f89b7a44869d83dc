import type { EventPayloads } from "@deskhand/contract/events";
import type { ThreadingReason } from "@deskhand/contract/vocabulary";
import { actingOf, system } from "../../../platform/acting.ts";
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

type Written =
  | "content"
  | "fullContent"
  | "html"
  | "authorName"
  | "mailMessageId"
  | "isAutomatic"
  | "createdAt"
  | "acceptedAt";
type Told =
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
  | "list"
  | "unreadAddresses"
  | "leftOutAddresses"
  | "otherText"
  | "enclosed";

/**
 * What came by a channel, a mail where it says none: a customer's words, or the store's own to them (`byStore`, with the colleague where one is known). What of it the database cannot hold is left out, and
 * too long names are cut.
 */
export type CustomerMessage = Pick<NewMessage, Written> &
  Partial<Pick<NewMessage, Told | "recipients">> & {
    /** That of its mail, so that those of one moment stand in the order of their acceptance. */
    id?: string;
    byStore?: { id: string | null };
    files?: NewFile[];
  };

/** Makes a ticket of what a customer wrote, or a colleague to them; its source is the channel by which that came. */
export async function createTicketFromMessage(
  tx: TenantTx,
  ticket: Omit<NewTicket, "source">,
  message: CustomerMessage,
): Promise<{ ticketId: string; ticketNumber: number; messageId: string }> {
  const first = messageOf(message, "new_conversation");
  const { id: ticketId, ticketNumber } = await createTicket(
    tx,
    { ...ticket, source: first.channel },
    first,
    message.files,
  );
  return { ticketId, ticketNumber, messageId: first.id };
}

/**
 * Adds what a customer wrote to a ticket, which the caller has locked, and emits `message.created`. Unless a machine wrote, or a
 * colleague, an archived ticket is reopened, a pending one is open again, and a snooze ends.
 */
export async function addCustomerMessage(
  tx: TenantTx,
  ticket: LockedTicket,
  message: CustomerMessage,
  reason: ThreadingReason,
): Promise<{ id: string }> {
  const { isAutomatic, files = [], byStore } = message;
  const taken = isAutomatic || byStore ? null : takenUpAgain(ticket);
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
    const replied: Step = { ticketId: ticket.id, kind: "customer_replied", details };
    await recordActivity(tx, system, ...taken.steps, replied);
  }
  if (byStore) {
    await recordActivity(tx, actingOf(byStore.id), {
      ticketId: ticket.id,
      kind: "replied",
      details: { messageId: id },
    });
  }
  if (taken?.event) await emit(tx, "ticket.status-changed", taken.event);
  await emit(tx, "message.created", { ...written, beginsTicket: false });
  return { id };
}

/** What a customer's own message does to a ticket that was done, waited for them or was put off. */
function takenUpAgain(ticket: LockedTicket): { steps: Step[]; event?: EventPayloads["ticket.status-changed"] } {
  const { id: ticketId, status: from } = ticket;
  const woken: Step[] = ticket.isSnoozed ? [{ ticketId, kind: "woken", details: {} }] : [];
  if (ticket.isArchived) {
    const { step, event } = reopened(ticket, system);
    return { steps: [step], event };
  }
  if (from !== "pending") return { steps: woken };
  const details = { from, to: "open" as const };
  const step: Step = { ticketId, kind: "status_changed", details };
  return { steps: [...woken, step], event: { ticketId, ...details, actorId: null } };
}

function messageOf(
  { files, byStore, authorEmail = null, ...message }: CustomerMessage,
  threadingReason: ThreadingReason,
) {
  const by = { isFromCustomer: byStore === undefined, authorId: byStore?.id ?? null };
  const from = { ...by, type: "email", idempotencyKey: null } as const;
  return { id: newId(), channel: "email" as const, ...message, ...from, authorEmail, threadingReason };
}
