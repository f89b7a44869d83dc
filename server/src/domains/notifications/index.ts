export { importNotifications } from "./import-notifications.ts";
export { tellOfAssignment, tellOfStatusChange } from "./tell-assignee.ts";
export { tellOfCustomerReply, tellOfFailedDelivery, tellOfNewTicket } from "./tell-staff.ts";
