import type { EventPayloads } from "@deskhand/contract/events";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { ticketLabel } from "../outgoing/index.ts";
import { type NewNotification, selectFailedDelivery } from "./notify.queries.ts";
import { notify } from "./notify.ts";

/** Notifies everybody but its maker of a new ticket (docs/product.md#what-is-notified). */
export async function notifyOfNewTicket(tx: TenantTx, ticket: EventPayloads["ticket.created"]): Promise<void> {
  await notify(tx, newTicketNotification(ticket), { exceptUserId: ticket.createdBy });
}

/**
 * Notifies everybody that a customer replied (docs/product.md#what-is-notified). A ticket's first message is notification as the new ticket
 * it is, and what a machine sent is not notification at all.
 */
export async function notifyOfCustomerReply(tx: TenantTx, message: EventPayloads["message.created"]): Promise<void> {
  if (!message.isFromCustomer || message.isAutomatic || message.beginsTicket) return;
  await notify(tx, customerReplyNotification(message), {});
}

/** Notifies the author of a message that it did not reach the customer, at once or because it bounced. */
export async function notifyOfFailedDelivery(
  tx: TenantTx,
  { messageId, state }: EventPayloads["message.delivery-changed"],
): Promise<void> {
  if (state !== "failed") return;
  const failed = await selectFailedDelivery(tx, messageId);
  if (!failed) return;
  const message = `Your reply to ${ticketLabel(failed.ticket_number)} did not reach the customer: ${failed.last_error ?? "unknown reason"}`;
  const notification = { id: `delivery-${messageId}`, type: "delivery_failed", title: "Delivery Failed" } as const;
  await notify(
    tx,
    { ...notification, message, ticketId: failed.ticket_id },
    { onlyUserId: failed.author_id, isAgain: true },
  );
}

/** The notification of a new ticket. */
export function newTicketNotification({
  ticketId,
  subject,
}: Pick<EventPayloads["ticket.created"], "ticketId" | "subject">): NewNotification {
  const message = `New ticket created: ${subject}`;
  return { id: `ticket-${ticketId}`, type: "new_ticket", title: "New Ticket", message, ticketId };
}

/** The notification of a customer's reply. */
export function customerReplyNotification({
  id,
  ticketId,
  authorName,
}: Pick<EventPayloads["message.created"], "id" | "ticketId" | "authorName">): NewNotification {
  const message = `New reply from ${authorName}`;
  return { id: `message-${id}`, type: "customer_reply", title: "Customer Reply", message, authorName, ticketId };
}
