import { namesakeOf } from "@deskhand/contract/desk/namesake";
import type { Message, replySchema } from "@deskhand/contract/messages";
import { broughtIn, type Mailbox, type RecipientNews } from "@deskhand/contract/recipients";
import type * as z from "zod";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { findReplyFiles } from "../../knowledge/index.ts";
import { type ChannelServices, channelOf } from "../channels/channel.ts";
import { insertFiles } from "../files/attachments.queries.ts";
import { refuseTooMuch, takeUploads } from "../files/uploads.ts";
import { selectConversation } from "../rows/conversation.queries.ts";
import { addMessage, namedOf, selectMessage, selectReplied } from "../rows/messages.queries.ts";
import { movedOn, selectNewerByOthers } from "../rows/newer-messages.queries.ts";
import { returnKeptOf } from "../rows/return-kept.queries.ts";
import { openForWriting, staffMessage } from "../rows/staff-message.ts";
import { type LockedTicket, lockTicket } from "../rows/tickets.queries.ts";
import { recordActivity, type Step } from "../rows/trail.queries.ts";
import { isArchived } from "../work/change-status.ts";
import { assigned } from "../work/create-ticket.ts";
import { selectBringing, selectKnownPeople, selectNews, selectNewsOfAll } from "./thread.queries.ts";

/** A reply to a ticket, as it is asked for. */
export type Reply = z.output<typeof replySchema> & { ticketId: string };
/** Who writes it. */
export type Writer = Pick<Actor, "kind" | "userId" | "name" | "role">;

/**
 * Adds an agent's reply to a ticket with its files, and sends it by the channel of what it answers, in the same transaction
 * (docs/product.md#a-reply). The ticket is locked, then the idempotency key is checked, then the last message the composer showed.
 */
export async function sendReply(
  tx: TenantTx,
  services: ChannelServices,
  actor: Writer,
  reply: Reply,
): Promise<Message> {
  const { ticket, earlier } = await openForWriting(tx, actor, reply, { kind: "reply", load: selectMessage });
  if (earlier) return earlier;
  const ticketId = ticket.id;
  const { conversation, channelName, to, files } = await checkReply(tx, services, actor, reply, takeUploads);
  const channel = channelOf(channelName);
  const { answered, recipients, audience, mailIds, knows } = to;
  const { content, idempotencyKey } = reply;
  const id = newId();
  const named = namedOf(recipients);
  const own = { id, type: "email", content, mailMessageId: channel.nameOf(services, id), idempotencyKey } as const;
  const message = {
    ...staffMessage(actor, own),
    channel: channelName,
    recipients: named,
    audience,
    mergedFromId: conversation.answered?.cameBy ?? null,
  };
  const change = changeWith(ticket, actor, reply);
  const { createdAt, ...written } = await addMessage(tx, ticket, message, {
    isTouched: true,
    fileCount: files.length,
    othersWait: conversation.othersWait,
    ...change.values,
  });
  const attachments = await insertFiles(
    tx,
    { ticketId, messageId: id },
    files.map((file) => ({ ...file, contentId: null, isInline: false, uploadedBy: actor.userId })),
  );
  const replied: Step = { ticketId, kind: "replied", details: { messageId: id } };
  await recordActivity(tx, actor, replied, ...change.steps);
  await emit(tx, "message.created", { ...written, beginsTicket: false });
  if (change.assigned) await emit(tx, "ticket.assigned", change.assigned);
  if (change.statusChanged) await emit(tx, "ticket.status-changed", change.statusChanged);
  if (change.statusChanged && isArchived(change.statusChanged.to))
    await returnKeptOf(tx, [ticketId], "ticket_archived");
  const subject = to.ownSubject ?? ticket.subject;
  const about = { ticketId, messageId: id, subject, ticketNumber: to.ownNumber ?? ticket.ticketNumber };
  const { customer } = conversation;
  const isAddressed = named.length > 0;
  const leaving = { ...about, content, customer, answered, mailIds, knows, ...(isAddressed && { recipients }) };
  const { state, error } = await channel.send(tx, services, leaving);
  return {
    ...written,
    content,
    isCut: false,
    folded: null,
    hasHtml: false,
    hasOtherText: false,
    enclosed: null,
    channel: channelName,
    authorEmail: null,
    isUnverified: false,
    isDoubted: false,
    writtenFrom: null,
    answersTo: null,
    audience,
    passedOn: null,
    list: null,
    unreadAddresses: [],
    leftOutAddresses: 0,
    threadingReason: null,
    recipients: named.map((one) => ({ ...one, deliveryState: state, deliveryError: error, heldUntil: null })),
    deliveryState: state,
    deliveryError: error,
    heldUntil: null,
    attachments,
    attachmentCount: attachments.length,
    createdAt,
    addedAt: createdAt,
  };
}

/**
 * Looks at everything that would keep a reply from being sent now to a ticket that can be written on, and finds whom it goes to and with
 * which files, which `uploadsOf` takes or only looks at.
 */
export async function checkReply(
  tx: TenantTx,
  services: Pick<ChannelServices, "settings">,
  actor: Writer,
  reply: Reply,
  uploadsOf: typeof takeUploads,
) {
  const { ticketId } = reply;
  if (!reply.sendAnyway) await refuseIfMovedOn(tx, actor, reply);
  const uploads = await uploadsOf(tx, { userId: actor.userId, ticketId }, reply.attachmentIds);
  const files = [...uploads, ...(await findReplyFiles(tx, actor, reply))];
  refuseTooMuch(files, () => fail("reply_files_too_large"));
  const conversation = await selectConversation(tx, ticketId, { userId: actor.userId, answersId: reply.answersId });
  if (!conversation) throw fail("ticket_not_found");
  if (reply.answersId !== undefined && !conversation.answered) throw fail("message_not_found");
  const channelName = conversation.answered?.channel ?? "email";
  const channel = channelOf(channelName);
  const to = channel.address(services, conversation, reply.recipients);
  if (!channel.canReply(conversation, to)) throw fail("ticket_has_no_customer");
  return { conversation, channelName, to, files };
}

/**
 * What a reply changes of its ticket: it becomes the writer's where nobody has it, and gets the status that was chosen, unless
 * it is another by now than the writer saw (docs/product.md#a-reply).
 */
function changeWith(ticket: LockedTicket, writer: Writer, { thenStatus, expectedStatus }: Reply) {
  const { id: ticketId, status: from, assignedTo } = ticket;
  const { userId, name } = writer;
  const taken = assignedTo === null ? assigned(ticketId, writer, null, { id: userId, name }) : null;
  const isOvertaken = expectedStatus !== undefined && expectedStatus !== from;
  const to = thenStatus === from || isOvertaken ? undefined : thenStatus;
  const statusChanged = to && { ticketId, from, to, actorId: userId };
  const steps: Step[] = [
    ...(taken ? [taken.step] : []),
    ...(to ? [{ ticketId, kind: "status_changed", details: { from, to } } as const] : []),
  ];
  const values = { ...(to && { status: to }), ...(taken && { assignedTo: userId }) };
  return { values, steps, assigned: taken?.event, statusChanged };
}

async function refuseIfMovedOn(tx: TenantTx, actor: Writer, { ticketId, lastSeenMessageId }: Reply): Promise<void> {
  const newer = await selectNewerByOthers(tx, ticketId, lastSeenMessageId, actor.userId);
  if (newer.length > 0) throw movedOn(newer);
}

/** Puts a message whose delivery failed on its way again. */
export async function retryDelivery(
  tx: TenantTx,
  services: ChannelServices,
  { ticketId, id }: { ticketId: string; id: string },
): Promise<Message> {
  await lockTicket(tx, ticketId);
  const message = await selectMessage(tx, ticketId, id);
  if (!message) throw fail("message_not_found");
  if (message.deliveryState !== "failed") throw fail("message_not_failed");
  const conversation = await selectConversation(tx, ticketId);
  if (!conversation) throw fail("ticket_not_found");
  const { content, channel } = message;
  const { customer } = conversation;
  await channelOf(channel).sendAgain(tx, services, { ticketId, messageId: id, content, customer });
  const queued = await selectMessage(tx, ticketId, id);
  if (!queued) throw fail("message_not_found");
  return queued;
}

type Previewed = { ticketId: string; content: string } & Pick<z.output<typeof replySchema>, "answersId" | "recipients">;

/** A reply as it would leave now; refused where the reply itself would be (docs/product.md#the-preview-of-a-reply). */
export async function previewReply(
  tx: TenantTx,
  services: Pick<ChannelServices, "settings">,
  actor: Pick<Actor, "userId">,
  { ticketId, content, answersId, recipients: chosen }: Previewed,
) {
  const ticket = await selectReplied(tx, ticketId);
  const conversation = ticket && (await selectConversation(tx, ticketId, { ...actor, answersId }));
  if (!ticket || !conversation) throw fail("ticket_not_found");
  if (ticket.isArchived) throw fail("ticket_archived");
  if (answersId !== undefined && !conversation.answered) throw fail("message_not_found");
  const channel = channelOf(conversation.answered?.channel ?? "email");
  if (!channel.preview) throw fail("message_without_preview");
  const to = channel.address(services, conversation, chosen);
  if (!channel.canReply(conversation, to)) throw fail("ticket_has_no_customer");
  const { recipients, answered, mailIds } = to;
  const ticketNumber = to.ownNumber ?? ticket.ticketNumber;
  const subject = to.ownSubject ?? ticket.subject;
  const { customer } = conversation;
  const reply = { customer, answered, mailIds, subject, ticketNumber, content };
  return { ...(await channel.preview(tx, services, reply)), ...recipients };
}

/**
 * What the store knows of those whom a mail is to go to, in their order (docs/product.md#choosing-whom-an-answer-goes-to): by the thread of
 * its ticket, or where there is none yet, by all that the store has.
 */
export async function checkRecipients(
  tx: TenantTx,
  { ticketId, people }: { ticketId?: string | undefined; people: Mailbox[] },
): Promise<{ items: RecipientNews[] }> {
  // What is found of them is in their order.
  const namesakes = people.map(namesakeOf(await selectKnownPeople(tx)));
  const isCalled = (nth: number) => ({ isNamesake: namesakes[nth] ?? false });
  if (ticketId === undefined) {
    const news = await selectNewsOfAll(tx, people);
    return { items: news.map((one, nth) => ({ ...one, ...isCalled(nth) })) };
  }
  const conversation = await selectBringing(tx, ticketId);
  if (!conversation) throw fail("ticket_not_found");
  const known = broughtIn(conversation.messages, conversation.customerAddresses);
  const news = await selectNews(tx, ticketId, people);
  return { items: news.map((one, nth) => ({ ...one, ...isCalled(nth), isNew: !known.has(one.email) })) };
}
