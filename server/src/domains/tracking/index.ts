export { findOrdersOfTicket } from "./find-orders-of-ticket.ts";
export { findFirstParcel, parcelWords } from "./read-ticket-tracking.ts";
