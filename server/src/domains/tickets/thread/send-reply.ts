import type { Message, replySchema } from "@deskhand/contract/messages";
import type * as z from "zod";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { findReplyFiles } from "../../knowledge/index.ts";
import { addAttachments } from "../files/add-attachments.ts";
import { refuseTooMuch } from "../files/refuse-too-much.ts";
import { takeUploads } from "../files/take-uploads.ts";
import { lockTicket } from "../work/lock-ticket.ts";
import { recordActivity } from "../work/record-activity.ts";
import { touchTicket } from "../work/touch-ticket.ts";
import { findRepeated } from "./find-repeated.ts";
import { insertStaffMessage, selectMessage, selectNewerByOthers } from "./messages.queries.ts";

type Reply = z.output<typeof replySchema> & { ticketId: string };

/**
 * Adds an agent's reply to a ticket and tells `message.created`, which puts its mail into the outgoing queue in the same
 * transaction (spec part 1, section 7.5); its files come along. The ticket is locked, then the idempotency key is checked, then the last
 * message the composer showed.
 */
export async function sendReply(tx: TenantTx, actor: Actor, reply: Reply): Promise<Message> {
  const ticket = await lockTicket(tx, reply.ticketId);
  if (!ticket) throw fail("ticket_not_found");
  const earlier = await findRepeated(tx, reply.idempotencyKey, { ticketId: ticket.id, kind: "reply" });
  if (earlier) return loadMessage(tx, ticket.id, earlier.id);
  if (ticket.isArchived) throw fail("ticket_archived");
  if (!ticket.customerId) throw fail("ticket_has_no_customer");
  if (!reply.sendAnyway) await refuseIfMovedOn(tx, actor, reply);

  const uploads = await takeUploads(tx, { userId: actor.userId, ticketId: ticket.id }, reply.attachmentIds);
  const files = [...uploads, ...(await findReplyFiles(tx, actor, reply))];
  refuseTooMuch(files, () => fail("reply_files_too_large"));

  const id = newId();
  const author = { authorId: actor.userId, authorName: actor.name };
  const { content, idempotencyKey } = reply;
  const message = { id, ticketId: ticket.id, content, ...author, idempotencyKey };
  await insertStaffMessage(tx, { ...message, type: "email", deliveryState: "sending" });
  const place = { ticketId: ticket.id, messageId: id, contentId: null, isInline: false, uploadedBy: actor.userId };
  await addAttachments(
    tx,
    files.map((file) => ({ ...place, ...file })),
  );
  await touchTicket(tx, ticket.id);
  await recordActivity(tx, { ticketId: ticket.id, actorId: actor.userId, kind: "replied", details: { messageId: id } });
  const kind = { isFromCustomer: false, isAutomatic: false, opensTicket: false };
  await emit(tx, "message.created", { id, ticketId: ticket.id, ...kind, ...author });
  return loadMessage(tx, ticket.id, id);
}

async function refuseIfMovedOn(tx: TenantTx, actor: Actor, { ticketId, lastSeenMessageId }: Reply): Promise<void> {
  const newer = await selectNewerByOthers(tx, ticketId, lastSeenMessageId, actor.userId);
  if (newer.length === 0) return;
  const newMessages = newer.map((row) => ({
    id: row.id,
    authorName: row.author_name,
    content: row.content.slice(0, 500),
  }));
  throw fail("conversation_moved_on", { newMessages });
}

/** A message of a ticket as the contract has it. */
export async function loadMessage(tx: TenantTx, ticketId: string, id: string): Promise<Message> {
  const message = await selectMessage(tx, ticketId, id);
  if (!message) throw fail("message_not_found");
  return message;
}
