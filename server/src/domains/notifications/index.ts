export { importNotifications } from "./import-notifications.ts";
export { lockNotificationsOf } from "./notifications.queries.ts";
export { tellOfAssignment, tellOfStatusChange } from "./tell-assignee.ts";
export { tellOfCustomerReply, tellOfFailedDelivery, tellOfNewTicket } from "./tell-staff.ts";
