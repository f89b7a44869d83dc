export { loadTicketDetail } from "./detail/load-ticket-detail.ts";
export { hasOpenActions, isOfIncident } from "./detail/notices.queries.ts";
export { type Answerable, receivedMails } from "./detail/received-mails.queries.ts";
export { addedAt } from "./detail/ticket-detail.queries.ts";
export { insertFiles, type NewFile } from "./files/attachments.queries.ts";
export { enqueueScan } from "./files/scan-files.ts";
export { describeReturn, returnCopiedReplies } from "./kept/keep-reply.ts";
export { selectWriter } from "./kept/kept.queries.ts";
export { countEach, countTickets, readLongestWaiting, readNextDue, readRecentTickets } from "./list/list-tickets.ts";
export { narrowedBy } from "./list/narrowed-by.ts";
export { type CardRow, cardText, toTicketCard } from "./list/ticket-card.queries.ts";
export { actionsOnTickets } from "./many/actions.ts";
export { changeMany } from "./many/change-many.ts";
export type { ChangeableTicket } from "./many/many.queries.ts";
export { planChange } from "./many/plan-change.ts";
export { selectBranch } from "./merging/merges.queries.ts";
export {
  setClocks,
  type TicketClock,
  type ToldClock,
  type ToldOfClock,
  takeToldClocks,
} from "./rows/clocks.queries.ts";
export { forgetFacts, notePersonForFacts, setFacts, takeWaitingFacts } from "./rows/facts.queries.ts";
export { followMerge, putOnIncident, takeOffIncident } from "./rows/incident-tickets.queries.ts";
export type { NamedRecipient } from "./rows/messages.queries.ts";
export { newestWords, previewText } from "./rows/preview-text.ts";
export {
  deleteRating,
  eraseRater,
  followCustomers,
  importRatings,
  insertRating,
  lockRating,
  moveRating,
  type PastRating,
  type RatingRow,
  selectRating,
  takeRatingBack,
  updateRating,
} from "./rows/ratings.queries.ts";
export { deleteSavedNumber, upsertSavedNumber } from "./rows/saved-order.queries.ts";
export { factRows, type TicketFact, type TicketTraits } from "./rows/ticket-facts.ts";
export {
  isMergedInto,
  type LockedTicket,
  lockTicket,
  lockTicketOf,
  type NewTicket,
  ticketExists,
} from "./rows/tickets.queries.ts";
export { activityJson, recordActivity } from "./rows/trail.queries.ts";
export { correctSearch, parseSearch, unknownFilters } from "./search/parse-search.ts";
export { addCustomerMessage, type CustomerMessage, createTicketFromMessage } from "./thread/add-customer-message.ts";
export { createTicketByHand } from "./thread/create-ticket-by-hand.ts";
export { replyChecks } from "./thread/refuse-unseen.ts";
export {
  type AutomaticWords,
  acknowledgeTicket,
  automaticRefusals,
  findAutomaticRecipient,
  replyAutomatically,
  requestRating,
} from "./thread/reply-automatically.ts";
export { previewReply, retryDelivery, sendReply, type Writer } from "./thread/send-reply.ts";
export { addNoteBy, findMentioned } from "./work/add-note.ts";
export { deleteTicket } from "./work/delete-ticket.ts";
export { type ImportedMessage, type ImportedTicket, importMessages, importTickets } from "./work/import-tickets.ts";
export { selectNoteWords } from "./work/mentions.queries.ts";
