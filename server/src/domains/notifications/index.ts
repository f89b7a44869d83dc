export { tellOfCustomerReply, tellOfFailedDelivery, tellOfNewTicket } from "./tell-staff.ts";
