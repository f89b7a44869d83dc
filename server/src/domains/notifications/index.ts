export { importNotifications } from "./import-notifications.ts";
export { tellOfCustomerReply, tellOfNewTicket } from "./tell-staff.ts";
