import { actingOf } from "../../platform/acting.ts";
import { type Domain, jobsOf } from "../../platform/domain.ts";
import type { Channels } from "./channels/channel.ts";
import { emailChannel } from "./channels/email-channel.ts";
import { attachmentRoutes, zipRoutes } from "./files/attachments.routes.ts";
import { scanFilesHandler, scanFilesKind, scanForgotten } from "./files/scan-files.ts";
import { uploadRoutes } from "./files/uploads.routes.ts";
import { keptRepliesRoutes } from "./kept/kept-replies.routes.ts";
import { sendKeptHandler, sendKeptKind, sendOverdue } from "./kept/send-kept.ts";
import { decideAudiencesOf } from "./merging/change-customer.ts";
import { moveTicketsOf, takeTicketsBack } from "./merging/customers.queries.ts";
import { recordActivity } from "./rows/trail.queries.ts";
import { foldForgotten, foldWaiting } from "./search/fold-search.ts";
import { wakeTickets } from "./snoozing/snooze-ticket.ts";
import { messageFrameRoutes } from "./thread/message-frame.routes.ts";
import { messagesRoutes } from "./thread/messages.routes.ts";
import { deleteUnsentFiles, foldCounts } from "./tickets.jobs.ts";
import { deskRoutes, ticketsRoutes } from "./tickets.routes.ts";
import { eraseConversationsOf } from "./work/delete-ticket.ts";
import { readNumbers } from "./work/read-numbers.ts";
import { letGoOfTickets } from "./work/update-ticket.ts";

export const tickets: Domain & { channels: Channels } = {
  tables: [
    "support_tickets",
    "ticket_number_counters",
    "ticket_count_deltas",
    "ticket_response_deltas",
    "ticket_places",
    "ticket_reads",
    "ticket_queue_deltas",
    "ticket_tag_deltas",
    "desk_preferences",
    "ticket_activities",
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
  ],
  channels: { email: emailChannel },
  routes: () => ({
    tickets: ticketsRoutes,
    messages: messagesRoutes,
    keptReplies: keptRepliesRoutes,
    desk: deskRoutes,
  }),
  streams: [attachmentRoutes, zipRoutes, uploadRoutes, messageFrameRoutes],
  jobs: [jobsOf(scanFilesKind, scanFilesHandler), jobsOf(sendKeptKind, sendKeptHandler)],
  schedules: [foldCounts, deleteUnsentFiles, wakeTickets, foldForgotten, scanForgotten, sendOverdue, readNumbers],
  hearings: [foldWaiting],
  subscribers: {
    "customer.redacted": eraseConversationsOf,
    "customer.addresses-changed": decideAudiencesOf,
    "customer.joined": moveTicketsOf,
    "customer.parted": takeTicketsBack,
    "user.deleted": letGoOfTickets,
    "ticket.order-changed": (tx, { ticketId, from, to, actorId }) =>
      recordActivity(tx, actingOf(actorId), { ticketId, kind: "order_changed", details: { from, to } }),
  },
};
