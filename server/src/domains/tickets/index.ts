export { createTicket, type NewTicket } from "./create-ticket.ts";
export { messageJson, noteJson } from "./detail.queries.ts";
export { type ImportedTicket, importTickets } from "./import-tickets.ts";
export { type LockedTicket, lockTicket } from "./lock-ticket.ts";
export { recordActivity } from "./record-activity.ts";
export { reopenForReply } from "./reopen-ticket.ts";
export { ticketLabel } from "./ticket-label.ts";
export { ticketExists } from "./tickets.queries.ts";
export { touchTicket } from "./touch-ticket.ts";
