import type { Domain } from "../../platform/domain.ts";
import { forEachTenant } from "../tenants/index.ts";
import { deleteOldFloods } from "./floods.queries.ts";
import {
  deleteNotificationsOfCustomer,
  deleteNotificationsOfMessage,
  deleteOldNotifications,
  lockNotificationsOf,
} from "./notifications.queries.ts";
import { notificationsRoutes } from "./notifications.routes.ts";
import { notifyOfApprovalAsked, notifyOfApprovalDecided } from "./notify-of-approval.ts";
import {
  notifyOfAssignment,
  notifyOfAssignments,
  notifyOfCustomerReply,
  notifyOfEnding,
  notifyOfFailedDelivery,
  notifyOfHeld,
  notifyOfIncident,
  notifyOfLimit,
  notifyOfLostStore,
  notifyOfMentions,
  notifyOfNewTicket,
  notifyOfReturnedReply,
  notifyOfSenderDomain,
  notifyOfSilence,
  notifyOfStatusChange,
  notifyOfStatusChanges,
  notifyOfStoppedRule,
  notifyOfTargets,
  notifyOfUntaken,
  notifyOfWoken,
} from "./notify-people.ts";

export const notifications: Domain = {
  tables: ["notifications", "notification_preferences", "ticket_floods"],
  routes: () => ({ notifications: notificationsRoutes }),
  schedules: [
    {
      name: "notifications.forget-old",
      cron: "27 3 * * *",
      work: (services) =>
        forEachTenant(services, async (tx) => {
          await deleteOldNotifications(tx);
          await deleteOldFloods(tx);
        }),
    },
    {
      name: "notifications.tell-of-silence",
      cron: "*/15 * * * *",
      work: (services) => forEachTenant(services, (tx) => notifyOfSilence(tx, new Date())),
    },
  ],
  subscribers: {
    "mail.held": notifyOfHeld,
    "mail.held-ending": notifyOfEnding,
    "kept-reply.changed": notifyOfReturnedReply,
    "incident.found": notifyOfIncident,
    "order-approval.asked": notifyOfApprovalAsked,
    "order-approval.decided": notifyOfApprovalDecided,
    "rule.stopped": notifyOfStoppedRule,
    "sender-domain.changed": notifyOfSenderDomain,
    "sending.limit-near": notifyOfLimit,
    "store.changed": notifyOfLostStore,
    "targets.told": notifyOfTargets,
    "ticket.created": notifyOfNewTicket,
    "ticket.status-changed": notifyOfStatusChange,
    "ticket.deleted": (tx, { ticketId }) => lockNotificationsOf(tx, ticketId),
    "ticket.assigned": notifyOfAssignment,
    "tickets.assigned": notifyOfAssignments,
    "tickets.status-changed": notifyOfStatusChanges,
    "tickets.woken": notifyOfWoken,
    "tickets.untaken": notifyOfUntaken,
    "customer.redacted": deleteNotificationsOfCustomer,
    "message.erased": deleteNotificationsOfMessage,
    "message.created": notifyOfCustomerReply,
    "message.delivery-changed": notifyOfFailedDelivery,
    "note.created": notifyOfMentions,
  },
};
