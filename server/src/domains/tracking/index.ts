export { findOrdersOfTicket } from "./find-orders-of-ticket.ts";
export { trackingOf } from "./parcels/tracking-of.ts";
export { findFirstParcel, parcelWords } from "./read-ticket-tracking.ts";
export { type OrderRow, selectOrdersById } from "./rows/ticket-orders.queries.ts";
