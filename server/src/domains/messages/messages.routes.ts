import type { FastifyInstance } from "fastify";
import { fail } from "../../platform/fail.ts";
import { api } from "../../platform/http/api.ts";
import { asDownload } from "../../platform/http/as-download.ts";
import { actorOf, isUuid } from "../../platform/http/raw-routes.ts";
import type { Services } from "../../platform/services.ts";
import { readFile } from "../../platform/storage/files.ts";
import { addNote } from "./add-note.ts";
import { selectAttachment } from "./attachments.queries.ts";
import { getOriginal, listMessages } from "./list-messages.ts";
import { openTicket } from "./open-ticket.ts";
import { retryDelivery } from "./retry-delivery.ts";
import { sendReply } from "./send-reply.ts";

export const messagesRoutes = {
  list: api.messages.list.handler(({ context, input }) => context.withTenant((tx) => listMessages(tx, input))),
  getOriginal: api.messages.getOriginal.handler(({ context, input }) =>
    context.withTenant((tx) => getOriginal(tx, input)),
  ),
  reply: api.messages.reply.handler(({ context, input }) =>
    context.withTenant((tx) => sendReply(tx, context.actor, input)),
  ),
  addNote: api.messages.addNote.handler(({ context, input }) =>
    context.withTenant((tx) => addNote(tx, context.actor, input)),
  ),
  retryDelivery: api.messages.retryDelivery.handler(({ context, input }) =>
    context.withTenant((tx) => retryDelivery(tx, input)),
  ),
};

/** `tickets.create` makes a message too, so it is done here. */
export const openTicketRoutes = {
  create: api.tickets.create.handler(({ context, input }) =>
    context.withTenant((tx) => openTicket(tx, context.actor, input)),
  ),
};

// Compressed, its length would not be known and the browser could show no progress.
const asItIs = { compress: false } as const;

/** `GET /api/attachments/:id`: a file, always as a download, streamed. */
export function attachmentRoutes(http: FastifyInstance, { db }: Services): void {
  http.get<{ Params: { id: string } }>("/api/attachments/:id", asItIs, async (request, reply) => {
    const { tenantId } = actorOf(request, "tickets:read");
    const file = isUuid(request.params.id)
      ? await db.withTenant(tenantId, (tx) => selectAttachment(tx, request.params.id))
      : undefined;
    if (!file) throw fail("attachment_not_found");
    return reply
      .header("content-type", "application/octet-stream")
      .header("content-length", file.file_size)
      .header("content-disposition", asDownload(file.filename))
      .header("content-security-policy", "sandbox; default-src 'none'")
      .send(readFile(db, tenantId, file.file_id));
  });
}
