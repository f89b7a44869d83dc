export { tellOfCustomerReply, tellOfNewTicket } from "./tell-staff.ts";
