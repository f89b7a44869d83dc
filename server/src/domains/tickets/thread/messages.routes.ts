import { api } from "../../../platform/http/api.ts";
import { discardUpload, listUploads } from "../files/uploads.ts";
import { addNote } from "../work/add-note.ts";
import { forwardMessages, previewForward } from "./forward-messages.ts";
import { getOriginal, listAttachments, listMessages, listNotes } from "./list-messages.ts";
import { checkRecipients, previewReply, retryDelivery, sendReply } from "./send-reply.ts";

export const messagesRoutes = {
  list: api.messages.list.handler(({ context, input }) => context.withTenant((tx) => listMessages(tx, input))),
  listNotes: api.messages.listNotes.handler(({ context, input }) => context.withTenant((tx) => listNotes(tx, input))),
  listAttachments: api.messages.listAttachments.handler(({ context, input }) =>
    context.withTenant((tx) => listAttachments(tx, input)),
  ),
  getOriginal: api.messages.getOriginal.handler(({ context, input }) =>
    context.withTenant((tx) => getOriginal(tx, input)),
  ),
  reply: api.messages.reply.handler(({ context, input }) =>
    context.withTenant((tx) => sendReply(tx, context.services, context.actor, input), { plan: "once" }),
  ),
  listUploads: api.messages.listUploads.handler(({ context, input }) =>
    context.withTenant((tx) => listUploads(tx, context.actor, input.ticketId)),
  ),
  discardUpload: api.messages.discardUpload.handler(({ context, input: { ticketId, id } }) =>
    context.withTenant((tx) => discardUpload(tx, { userId: context.actor.userId, ticketId }, id)),
  ),
  addNote: api.messages.addNote.handler(({ context, input }) =>
    context.withTenant((tx) => addNote(tx, context.actor, input)),
  ),
  preview: api.messages.preview.handler(({ context, input }) =>
    context.withTenant((tx) => previewReply(tx, context.services, context.actor, input)),
  ),
  previewForward: api.messages.previewForward.handler(({ context, input }) =>
    context.withTenant((tx) => previewForward(tx, context.services, context.actor, input)),
  ),
  checkRecipients: api.messages.checkRecipients.handler(({ context, input }) =>
    context.withTenant((tx) => checkRecipients(tx, input)),
  ),
  forward: api.messages.forward.handler(({ context, input }) =>
    context.withTenant((tx) => forwardMessages(tx, context.services, context.actor, input)),
  ),
  retryDelivery: api.messages.retryDelivery.handler(({ context, input }) =>
    context.withTenant((tx) => retryDelivery(tx, context.services, input)),
  ),
};
