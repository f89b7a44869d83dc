export { importNotifications } from "./import-notifications.ts";
export { lockNotificationsOf } from "./notifications.queries.ts";
export { notifyOfAssignment, notifyOfStatusChange } from "./notify-assignee.ts";
export { notifyOfCustomerReply, notifyOfFailedDelivery, notifyOfNewTicket } from "./notify-staff.ts";
