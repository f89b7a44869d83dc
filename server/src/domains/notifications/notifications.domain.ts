import type { Domain } from "../../platform/domain.ts";
import { forgetOldNotifications } from "./notifications.jobs.ts";
import { lockNotificationsOf } from "./notifications.queries.ts";
import { notificationsRoutes } from "./notifications.routes.ts";
import { notifyOfAssignment, notifyOfStatusChange } from "./notify-assignee.ts";
import { notifyOfCustomerReply, notifyOfFailedDelivery, notifyOfNewTicket } from "./notify-staff.ts";

export const notifications: Domain = {
  name: "notifications",
  routes: () => ({ notifications: notificationsRoutes }),
  schedules: [forgetOldNotifications],
  subscribers: {
    "ticket.created": notifyOfNewTicket,
    "ticket.status-changed": notifyOfStatusChange,
    "ticket.deleted": (tx, { ticketId }) => lockNotificationsOf(tx, ticketId),
    "ticket.assigned": notifyOfAssignment,
    "message.created": notifyOfCustomerReply,
    "message.delivery-changed": notifyOfFailedDelivery,
  },
};
