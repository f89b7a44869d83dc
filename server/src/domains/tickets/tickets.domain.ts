import { type Domain, jobsOf } from "../../platform/domain.ts";
import { ticketsOf } from "../customers/index.ts";
import { messages } from "../outgoing/index.ts";
import { openTickets } from "../teams/index.ts";
import { channels } from "./channels/channel.ts";
import { emailChannel } from "./channels/email-channel.ts";
import { attachmentRoutes, uploadRoutes, zipRoutes } from "./files/files.routes.ts";
import { scanFilesHandler, scanFilesKind, scanOverdue } from "./files/scan-files.ts";
import { sendKeptHandler, sendKeptKind, sendOverdue } from "./kept/send-kept.ts";
import { giveOutUntaken } from "./many/give-out-untaken.ts";
import {
  handOverTickets,
  releaseForgotten,
  releasePerson,
  releaseTeam,
  releaseWhenAsked,
} from "./many/release-tickets.ts";
import { countOpenTickets } from "./many/untaken.queries.ts";
import { decideAudiencesOf } from "./merging/change-customer.ts";
import { moveTicketsOf, takeTicketsBack, ticketsOfCustomer } from "./merging/customers.queries.ts";
import { wakeTickets } from "./snoozing/snooze-ticket.ts";
import {
  isCustomerWhoWrote,
  messageNameOf,
  messagesAfter,
  messagesOfCustomer,
  messagesOfSameCustomer,
  messagesOfTicket,
  readdressRecipient,
  selectAttachedFiles,
  selectCarried,
  ticketOf,
  waitsForEarlier,
  writersOf,
} from "./thread/carried.queries.ts";
import { messageFrameRoutes } from "./thread/message-frame.routes.ts";
import { deleteUnsentFiles, foldCounts, foldMissed, foldWaiting, readNumbers } from "./tickets.jobs.ts";
import { deskRoutes, keptRepliesRoutes, messagesRoutes, ticketsRoutes } from "./tickets.routes.ts";
import { eraseConversationsOf } from "./work/delete-ticket.ts";

export const tickets: Domain = {
  tables: [
    "support_tickets",
    "ticket_number_counters",
    "ticket_count_deltas",
    "ticket_response_deltas",
    "ticket_places",
    "ticket_clocks",
    "ticket_reads",
    "ticket_queue_deltas",
    "ticket_incidents",
    "ticket_ratings",
    "untaken_tickets",
    "ticket_releases",
    "ticket_tag_deltas",
    "desk_preferences",
    "ticket_activities",
    "ticket_orders",
    "ticket_messages",
    "ticket_attachments",
    "uploads",
    "kept_replies",
    "kept_files",
    "message_recipients",
    "ticket_merges",
    "message_moves",
    "ticket_words",
    "search_waiting",
    "search_vocabulary",
    "ticket_facts",
    "ticket_traits",
    "facts_waiting",
  ],
  routes: () => ({
    tickets: ticketsRoutes,
    messages: messagesRoutes,
    keptReplies: keptRepliesRoutes,
    desk: deskRoutes,
  }),
  streams: [attachmentRoutes, zipRoutes, uploadRoutes, messageFrameRoutes],
  jobs: [jobsOf(scanFilesKind, scanFilesHandler), jobsOf(sendKeptKind, sendKeptHandler)],
  schedules: [
    foldCounts,
    deleteUnsentFiles,
    wakeTickets,
    foldMissed,
    scanOverdue,
    sendOverdue,
    readNumbers,
    giveOutUntaken,
    releaseForgotten,
  ],
  hearings: [foldWaiting, releaseWhenAsked],
  subscribers: {
    "customer.redacted": eraseConversationsOf,
    "customer.addresses-changed": decideAudiencesOf,
    "customer.joined": moveTicketsOf,
    "customer.parted": takeTicketsBack,
    "user.deleted": releasePerson,
    "team.deleted": releaseTeam,
    "person.handed-over": handOverTickets,
  },
  answers: [
    channels.by({ email: emailChannel }),
    ticketsOf.by(ticketsOfCustomer),
    openTickets.by(countOpenTickets),
    messages.by({
      ticketOf,
      waitsForEarlier,
      after: messagesAfter,
      ofTicket: messagesOfTicket,
      ofCustomer: messagesOfCustomer,
      ofSameCustomer: messagesOfSameCustomer,
      nameOf: messageNameOf,
      carried: selectCarried,
      filesOf: selectAttachedFiles,
      readdress: readdressRecipient,
      writers: writersOf,
      isOfWriter: isCustomerWhoWrote,
    }),
  ],
};
