import { namedAddress } from "@deskhand/contract/addresses/named-address";
import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { limits } from "@deskhand/contract/limits";
import type { forwardSchema, Message } from "@deskhand/contract/messages";
import type { Mailbox } from "@deskhand/contract/recipients";
import type * as z from "zod";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { type ChannelServices, channelOf } from "../channels/channel.ts";
import { insertFiles } from "../files/attachments.queries.ts";
import { refuseTooMuch, takeUploads } from "../files/uploads.ts";
import { selectConversation } from "../rows/conversation.queries.ts";
import { addMessage, namedOf, selectMessage, selectReplied } from "../rows/messages.queries.ts";
import { openForWriting, staffMessage } from "../rows/staff-message.ts";
import { recordActivity } from "../rows/trail.queries.ts";
import { type ForwardedMessage, selectForwarded, selectForwardedFiles } from "./thread.queries.ts";

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
  await recordActivity(tx, actor, { ticketId, kind: "forwarded", details: { messageId: id } });
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

type Previewed = Pick<z.output<typeof forwardSchema>, "content" | "messageIds" | "recipients"> & { ticketId: string };

/** A forward as it would leave now; refused where the forward itself would be (docs/product.md#forwarding-messages). */
export async function previewForward(
  tx: TenantTx,
  services: Pick<ChannelServices, "settings">,
  actor: Pick<Actor, "userId">,
  forward: Previewed,
) {
  const { ticketId } = forward;
  const ticket = await selectReplied(tx, ticketId);
  const conversation = ticket && (await selectConversation(tx, ticketId, actor));
  if (!ticket || !conversation) throw fail("ticket_not_found");
  if (ticket.isArchived) throw fail("ticket_archived");
  const channel = channelOf("email");
  if (!channel.preview) throw fail("message_without_preview");
  const { recipients } = channel.address(services, conversation, forward.recipients);
  const { content, subject } = await forwardedText(tx, forward);
  const { ticketNumber } = ticket;
  const nothing = { answered: null, mailIds: [], isForward: true };
  const about = { subject, ticketNumber, content, customer: conversation.customer };
  return { ...(await channel.preview(tx, services, { ...about, ...nothing })), ...recipients };
}

/** What a forward says, what it is about, and the ticket that all of it came by, where that was merged into its own. */
type Forwarded = { content: string; subject: string; cameBy: string | null };

/**
 * The words of a forward: one's own, and below them those messages of a ticket, in the order of its thread. Its subject is the
 * ticket's, or where none of them is of that conversation, that of the first of them.
 */
async function forwardedText(
  tx: TenantTx,
  { ticketId, messageIds, content }: { ticketId: string; messageIds: string[]; content: string },
): Promise<Forwarded> {
  const wanted = new Set(messageIds);
  const messages = await selectForwarded(tx, ticketId, [...wanted]);
  if (messages.length < wanted.size) throw fail("message_not_found");
  const text = [...(content.trim() === "" ? [] : [content]), ...messages.map(blockOf)].join("\n\n");
  if (text.length > limits.emailContentLength) throw fail("forward_too_long");
  const [first] = messages;
  if (!first) throw fail("message_not_found");
  return {
    content: text,
    subject: (messages.find(({ isOfTicket }) => isOfTicket) ?? first).subject,
    cameBy: messages.every(({ cameBy }) => cameBy === first.cameBy) ? first.cameBy : null,
  };
}

/** A message as mail programs forward one, and read it again. */
function blockOf({ authorName, authorEmail, at, subject, leftOut, text, ...named }: ForwardedMessage): string {
  const [to, cc] = [named.to.map(written), named.cc.map(written)];
  const more = leftOut > 0 ? [`and ${leftOut} more`] : [];
  const lines = [
    "---------- Forwarded message ---------",
    `From: ${authorEmail === null ? authorName : written({ name: authorName, email: authorEmail })}`,
    `Date: ${new Date(at).toUTCString()}`,
    `Subject: ${subject}`,
    ...(to.length > 0 ? [`To: ${[...to, ...(cc.length === 0 ? more : [])].join(", ")}`] : []),
    ...(cc.length > 0 ? [`Cc: ${[...cc, ...more].join(", ")}`] : []),
  ];
  return `${lines.join("\n")}\n\n${text}`;
}

function written(mailbox: Mailbox): string {
  return namedAddress(mailbox, shownAddress);
}
