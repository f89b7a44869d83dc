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
import { type ChannelServices, channels } from "../channels/channel.ts";
import { insertFiles } from "../files/attachments.queries.ts";
import { refuseTooMuch, takeUploads } from "../files/uploads.ts";
import { selectConversation } from "../rows/conversation.queries.ts";
import { addMessage, namedRecipientsOf, selectMessage, selectReplied } from "../rows/messages.queries.ts";
import { openForWriting, staffMessage } from "../rows/staff-message.ts";
import { recordActivity } from "../rows/trail.queries.ts";
import { type ForwardedMessage, selectForwarded, selectForwardedFiles } from "./thread.queries.ts";

type Forward = z.output<typeof forwardSchema> & { ticketId: string };

/**
 * Forwards messages of a ticket, with their files, to somebody else below the agent's own text, and adds the forward to the ticket
 * (docs/product.md#forwarding-messages). It begins a conversation of its own, so it refers to no other mail of the ticket.
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
  // A forward is always e-mail, whatever channel the messages came by.
  const channel = channels.of("email");
  const { recipients, audience } = channel.address(services, conversation, forward.recipients);
  const { content, subject, cameBy } = await forwardedText(tx, forward);
  const files = await filesOf(tx, actor, forward);

  const id = newId();
  const { idempotencyKey } = forward;
  const mailMessageId = channel.externalId(services, id);
  const ownFields = staffMessage(actor, { id, type: "email", content, mailMessageId, idempotencyKey });
  const message = { ...ownFields, recipients: namedRecipientsOf(recipients), audience, mergedFromId: cameBy };
  const { createdAt: _, ...formatMailbox } = await addMessage(tx, ticket, message, {
    isTouched: true,
    fileCount: files.length,
  });
  await insertFiles(tx, { ticketId, messageId: id }, files);
  await recordActivity(tx, actor, { ticketId, kind: "forwarded", details: { messageId: id } });
  await emit(tx, "message.created", { ...formatMailbox, beginsTicket: false });
  const about = { ticketId, messageId: id, subject, ticketNumber: ticket.ticketNumber };
  const unanswered = { answered: null, mailIds: [], isForward: true };
  await channel.send(tx, services, { ...about, ...unanswered, content, customer: conversation.customer, recipients });
  const sent = await selectMessage(tx, ticketId, id);
  if (!sent) throw fail("message_not_found");
  return sent;
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

/** Shows a forward as it would be sent now, and refuses what sending would refuse (docs/product.md#forwarding-messages). */
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
  const channel = channels.of("email");
  if (!channel.preview) throw fail("message_without_preview");
  const { recipients } = channel.address(services, conversation, forward.recipients);
  const { content, subject } = await forwardedText(tx, forward);
  const { ticketNumber } = ticket;
  const unanswered = { answered: null, mailIds: [], isForward: true };
  const about = { subject, ticketNumber, content, customer: conversation.customer };
  return { ...(await channel.preview(tx, services, { ...about, ...unanswered })), ...recipients };
}

/** A forward's text and subject, and the merged ticket that all its messages came by, if any. */
type Forwarded = { content: string; subject: string; cameBy: string | null };

/**
 * Builds the text of a forward: the agent's own words, then the messages in the order of the thread. The subject is the ticket's, or the
 * first message's if none belongs to the ticket's conversation.
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

/** Writes a message in the form that mail programs use for forwards and recognize. */
function blockOf({ authorName, authorEmail, at, subject, leftOut, text, ...named }: ForwardedMessage): string {
  const [to, cc] = [named.to.map(formatMailbox), named.cc.map(formatMailbox)];
  const more = leftOut > 0 ? [`and ${leftOut} more`] : [];
  const lines = [
    "---------- Forwarded message ---------",
    `From: ${authorEmail === null ? authorName : formatMailbox({ name: authorName, email: authorEmail })}`,
    `Date: ${new Date(at).toUTCString()}`,
    `Subject: ${subject}`,
    ...(to.length > 0 ? [`To: ${[...to, ...(cc.length === 0 ? more : [])].join(", ")}`] : []),
    ...(cc.length > 0 ? [`Cc: ${[...cc, ...more].join(", ")}`] : []),
  ];
  return `${lines.join("\n")}\n\n${text}`;
}

function formatMailbox(mailbox: Mailbox): string {
  return namedAddress(mailbox, shownAddress);
}
