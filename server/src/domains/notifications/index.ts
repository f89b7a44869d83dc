export { importNotifications } from "./import-notifications.ts";
export { tellOfCustomerReply, tellOfFailedDelivery, tellOfNewTicket } from "./tell-staff.ts";
