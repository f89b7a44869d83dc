import {
  lockNotificationsOf,
  tellOfAssignment,
  tellOfCustomerReply,
  tellOfFailedDelivery,
  tellOfNewTicket,
  tellOfStatusChange,
} from "./domains/notifications/index.ts";
import type { Subscriptions } from "./platform/events.ts";

/** Who tells people of which event, in the transaction that made it. */
export const subscriptions: Subscriptions = {
  "ticket.created": [tellOfNewTicket],
  "ticket.status-changed": [tellOfStatusChange],
  "ticket.deleted": [(tx, { ticketId }) => lockNotificationsOf(tx, ticketId)],
  "ticket.assigned": [tellOfAssignment],
  "message.created": [tellOfCustomerReply],
  "message.delivery-changed": [tellOfFailedDelivery],
};
