import type { EventPayloads } from "@deskhand/contract/events";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { ticketLabel } from "../tickets/index.ts";
import { type NewNotification, selectFailedDelivery } from "./tell.queries.ts";
import { tell } from "./tell.ts";

/** Tells everybody but its maker of a new ticket (spec part 1, section 7.2). */
export async function tellOfNewTicket(tx: TenantTx, ticket: EventPayloads["ticket.created"]): Promise<void> {
  await tell(tx, newTicketNotification(ticket), { exceptUserId: ticket.createdBy });
}

/**
 * Tells everybody that a customer replied (spec part 1, section 7.2). A ticket's first message is told as the new ticket
 * it is, and what a machine sent is not told at all.
 */
export async function tellOfCustomerReply(tx: TenantTx, message: EventPayloads["message.created"]): Promise<void> {
  if (!message.isFromCustomer || message.isAutomatic || message.opensTicket) return;
  await tell(tx, customerReplyNotification(message), {});
}

/** Tells the author of a message that it did not reach the customer, at once or because it bounced. */
export async function tellOfFailedDelivery(
  tx: TenantTx,
  { messageId, state }: EventPayloads["message.delivery-changed"],
): Promise<void> {
  if (state !== "failed") return;
  const failed = await selectFailedDelivery(tx, messageId);
  if (!failed) return;
  const message = `Your reply to ${ticketLabel(failed.ticket_number)} did not reach the customer: ${failed.last_error ?? "unknown reason"}`;
  const told = { id: `delivery-${messageId}`, type: "delivery_failed", title: "Delivery Failed" } as const;
  await tell(tx, { ...told, message, ticketId: failed.ticket_id }, { onlyUserId: failed.author_id, isAgain: true });
}

/** A new ticket as its notification tells it. */
export function newTicketNotification({
  ticketId,
  subject,
}: Pick<EventPayloads["ticket.created"], "ticketId" | "subject">): NewNotification {
  const message = `New ticket created: ${subject}`;
  return { id: `ticket-${ticketId}`, type: "new_ticket", title: "New Ticket", message, ticketId };
}

/** A customer's reply as its notification tells it. */
export function customerReplyNotification({
  id,
  ticketId,
  authorName,
}: Pick<EventPayloads["message.created"], "id" | "ticketId" | "authorName">): NewNotification {
  const message = `New reply from ${authorName}`;
  return { id: `message-${id}`, type: "customer_reply", title: "Customer Reply", message, authorName, ticketId };
}
