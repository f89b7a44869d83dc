import type { forwardSchema, Message } from "@deskhand/contract/messages";
import type * as z from "zod";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { ChannelServices } from "../channels/channel.ts";
import { channelOf } from "../channels/channel-of.ts";
import { insertFiles } from "../files/attachments.queries.ts";
import { refuseTooMuch, takeUploads } from "../files/take-uploads.ts";
import { selectConversation } from "../rows/conversation.queries.ts";
import { addMessage, namedOf, selectMessage } from "../rows/messages.queries.ts";
import { openForWriting, staffMessage } from "../rows/staff-message.ts";
import { recordActivity } from "../rows/trail.queries.ts";
import { selectForwardedFiles } from "./forward.queries.ts";
import { forwardedText } from "./forwarded-text.ts";

type Forward = z.output<typeof forwardSchema> & { ticketId: string };

/**
 * Mails messages of a ticket to somebody else, below words of one's own and with their files, and keeps that on the ticket
 * (docs/product.md#forwarding-messages). It begins a conversation of its own: no other mail of the ticket is named by it.
 */
export async function forwardMessages(
  tx: TenantTx,
  services: ChannelServices,
  actor: Actor,
  forward: Forward,
): Promise<Message> {
  const { ticket, earlier } = await openForWriting(tx, actor, forward, { kind: "reply", load: selectMessage });
  if (earlier) return earlier;
  const ticketId = ticket.id;
  const conversation = await selectConversation(tx, ticketId, actor);
  if (!conversation) throw fail("ticket_not_found");
  // Whatever its messages came by, those whom they are passed on to have an address.
  const channel = channelOf("email");
  const { recipients, audience } = channel.address(services, conversation, forward.recipients);
  const { content, subject, cameBy } = await forwardedText(tx, forward);
  const files = await filesOf(tx, actor, forward);

  const id = newId();
  const { idempotencyKey } = forward;
  const mailMessageId = channel.nameOf(services, id);
  const own = staffMessage(actor, { id, type: "email", content, mailMessageId, idempotencyKey });
  const message = { ...own, recipients: namedOf(recipients), audience, mergedFromId: cameBy };
  const { createdAt: _, ...written } = await addMessage(tx, ticket, message, {
    isTouched: true,
    fileCount: files.length,
  });
  await insertFiles(tx, { ticketId, messageId: id }, files);
  await recordActivity(tx, { ticketId, actorId: actor.userId, kind: "forwarded", details: { messageId: id } });
  await emit(tx, "message.created", { ...written, beginsTicket: false });
  const about = { ticketId, messageId: id, subject, ticketNumber: ticket.ticketNumber };
  const nothing = { answered: null, mailIds: [], isForward: true };
  await channel.send(tx, services, { ...about, ...nothing, content, customer: conversation.customer, recipients });
  const kept = await selectMessage(tx, ticketId, id);
  if (!kept) throw fail("message_not_found");
  return kept;
}

async function filesOf(tx: TenantTx, actor: Actor, { ticketId, messageIds, withFiles, attachmentIds }: Forward) {
  const uploads = await takeUploads(tx, { userId: actor.userId, ticketId }, attachmentIds);
  const added = uploads.map((file) => ({ ...file, contentId: null, isInline: false, uploadedBy: actor.userId }));
  const forwarded = withFiles ? await selectForwardedFiles(tx, ticketId, messageIds) : [];
  const files = forwarded.map(({ virus, ...file }) => {
    if (virus !== null) throw fail("attachment_infected", { virus });
    return { ...file, uploadedBy: actor.userId };
  });
  const all = [...files, ...added];
  refuseTooMuch(all, () => fail("reply_files_too_large"));
  return all;
}
