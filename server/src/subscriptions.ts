import {
  lockNotificationsOf,
  notifyOfAssignment,
  notifyOfCustomerReply,
  notifyOfFailedDelivery,
  notifyOfNewTicket,
  notifyOfStatusChange,
} from "./domains/notifications/index.ts";
import type { Subscriptions } from "./platform/events.ts";

/** Who notifies people of which event, in the transaction that made it. */
export const subscriptions: Subscriptions = {
  "ticket.created": [notifyOfNewTicket],
  "ticket.status-changed": [notifyOfStatusChange],
  "ticket.deleted": [(tx, { ticketId }) => lockNotificationsOf(tx, ticketId)],
  "ticket.assigned": [notifyOfAssignment],
  "message.created": [notifyOfCustomerReply],
  "message.delivery-changed": [notifyOfFailedDelivery],
};
