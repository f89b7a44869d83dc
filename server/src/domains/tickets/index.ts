export { type Channels, setChannels } from "./channels/channel.ts";
export { loadTicketDetail } from "./detail/load-ticket-detail.ts";
export { addedAt } from "./detail/ticket-detail.queries.ts";
export { insertFiles, type NewFile } from "./files/attachments.queries.ts";
export { orderScan } from "./files/scan-files.ts";
export { holdCopiedReplies } from "./kept/keep-reply.ts";
export { countTickets, readRecentTickets } from "./list/list-tickets.ts";
export { type CardRow, cardText, toTicketCard } from "./list/ticket-card.queries.ts";
export type { NamedRecipient } from "./rows/messages.queries.ts";
export { newestWords, previewText } from "./rows/preview-text.ts";
export {
  isMergedInto,
  type LockedTicket,
  lockTicket,
  lockTicketOf,
  type NewTicket,
  ticketExists,
} from "./rows/tickets.queries.ts";
export { activityJson } from "./rows/trail.queries.ts";
export { correctSearch, unknownFilters, wantedOf } from "./search/wanted.ts";
export { acknowledgeTicket } from "./thread/acknowledge-ticket.ts";
export { addCustomerMessage, type CustomerMessage, createTicketFromMessage } from "./thread/add-customer-message.ts";
export { retryDelivery, sendReply } from "./thread/send-reply.ts";
export { findMentioned } from "./work/add-note.ts";
export { deleteTicket } from "./work/delete-ticket.ts";
export { type ImportedMessage, type ImportedTicket, importMessages, importTickets } from "./work/import-tickets.ts";
export { selectNoteWords } from "./work/mentions.queries.ts";
