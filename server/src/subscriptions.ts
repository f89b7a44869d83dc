import {
  lockNotificationsOf,
  tellOfAssignment,
  tellOfCustomerReply,
  tellOfFailedDelivery,
  tellOfNewTicket,
  tellOfStatusChange,
} from "./domains/notifications/index.ts";
import { queueReply, refuseWhileSending, retryReply } from "./domains/outgoing/index.ts";
import { deleteFilesOfTicket, saveStatusNote } from "./domains/tickets/index.ts";
import type { Subscriptions } from "./platform/events.ts";
import type { Services } from "./platform/services.ts";

/** Who does what about which event, in the transaction that made it. */
export function subscriptionsOf(services: Pick<Services, "jobs" | "settings">): Subscriptions {
  return {
    "ticket.created": [tellOfNewTicket],
    "ticket.status-changed": [
      async (tx, { ticketId }, { note }) => {
        if (note) await saveStatusNote(tx, ticketId, note);
      },
      (tx, change, _, eventId) => tellOfStatusChange(tx, change, eventId),
    ],
    "ticket.deleted": [
      refuseWhileSending,
      (tx, { ticketId }) => deleteFilesOfTicket(tx, ticketId),
      (tx, { ticketId }) => lockNotificationsOf(tx, ticketId),
    ],
    "ticket.assigned": [(tx, change, _, eventId) => tellOfAssignment(tx, change, eventId)],
    "message.created": [(tx, message) => queueReply(tx, services, message), tellOfCustomerReply],
    "message.delivery-changed": [(tx, { messageId }) => retryReply(tx, services, messageId), tellOfFailedDelivery],
  };
}
