import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import type { KnownFacts } from "@deskhand/contract/checking/context";
import { namesakeOf } from "@deskhand/contract/desk/namesake";
import type { Message, replySchema } from "@deskhand/contract/messages";
import { broughtIn, type Mailbox, type RecipientNews } from "@deskhand/contract/recipients";
import { type TicketStatus, ticketStatuses } from "@deskhand/contract/vocabulary";
import type * as z from "zod";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor, KeyActor } from "../../../platform/http/context.ts";
import { findReplyFiles } from "../../knowledge/index.ts";
import { type ChannelServices, channels } from "../channels/channel.ts";
import { insertFiles } from "../files/attachments.queries.ts";
import { refuseTooMuch, takeUploads } from "../files/uploads.ts";
import { actionsOnTickets } from "../many/actions.ts";
import { selectConversation } from "../rows/conversation.queries.ts";
import { addMessage, namedRecipientsOf, selectMessage, selectReplied } from "../rows/messages.queries.ts";
import { conversationMovedOn, selectNewerByOthers, selectOvertaken } from "../rows/newer-messages.queries.ts";
import { returnKeptOf } from "../rows/return-kept.queries.ts";
import { openForWriting, staffMessage } from "../rows/staff-message.ts";
import { type LockedTicket, lockTicket } from "../rows/tickets.queries.ts";
import { recordActivity, type Step } from "../rows/trail.queries.ts";
import { isArchived } from "../work/change-status.ts";
import { assignmentOf } from "../work/create-ticket.ts";
import { refuseUnseen, replyChecks } from "./refuse-unseen.ts";
import { selectBringing, selectKnownPeople, selectNews, selectNewsOfAll } from "./thread.queries.ts";

/** A requested reply to a ticket. Its macro may give the ticket any status; with the reply itself two can be chosen. */
export type Reply = Omit<z.output<typeof replySchema>, "thenStatus"> & {
  ticketId: string;
  thenStatus?: TicketStatus | undefined;
};
/** The author of a reply, if it is a person. */
export type Writer = Pick<Actor, "kind" | "userId" | "name" | "role">;
/** The author of a reply: a person, or a program of the store. */
type Author = Writer | Pick<KeyActor, "kind" | "userId" | "name">;

/**
 * Adds an agent's reply with its files to a ticket and sends it in the same transaction, by the channel of the message it answers
 * (docs/product.md#a-reply). It locks the ticket, then checks the idempotency key, then the last message that the composer showed, and
 * with `facts` what the text says of orders.
 */
export async function sendReply(
  tx: TenantTx,
  services: ChannelServices,
  actor: Author,
  asked: Reply,
  facts: KnownFacts | null = null,
): Promise<Message> {
  const reply = withMacroStatus(asked);
  const { ticket, earlier } = await openForWriting(tx, actor, reply, { kind: "reply", load: selectMessage });
  if (earlier) return earlier;
  const ticketId = ticket.id;
  const { conversation, channelName, to, files } = await checkReply(tx, services, actor, reply, takeUploads);
  if (facts !== null) refuseUnseen(reply, facts, files);
  const channel = channels.of(channelName);
  const { answered, recipients, audience, mailIds, maySee } = to;
  const { content, idempotencyKey } = reply;
  const id = newId();
  const namedRecipients = namedRecipientsOf(recipients);
  const ownFields = {
    id,
    type: "email",
    content,
    mailMessageId: channel.externalId(services, id),
    idempotencyKey,
  } as const;
  const message = {
    ...staffMessage(actor, ownFields),
    channel: channelName,
    recipients: namedRecipients,
    audience,
    mergedFromId: conversation.answered?.cameBy ?? null,
  };
  const change = planTicketChange(ticket, actor, reply);
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
  const { shownFindings = [] } = reply;
  if (shownFindings.length > 0 && actor.kind === "person")
    await replyChecks.answer.keep(tx, id, actor.userId, shownFindings);
  const replied: Step = { ticketId, kind: "replied", details: { messageId: id } };
  await recordActivity(tx, actor, replied, ...change.steps);
  const event = { ...written, beginsTicket: false };
  await emit(tx, "message.created", reply.macro ? { ...event, macroId: reply.macro.id } : event);
  if (change.assigned) await emit(tx, "ticket.assigned", change.assigned);
  if (change.statusChanged) await emit(tx, "ticket.status-changed", change.statusChanged);
  if (change.statusChanged && isArchived(change.statusChanged.to))
    await returnKeptOf(tx, [ticketId], "ticket_archived");
  if (change.actions.length > 0) await doWithReply(tx, actor, ticketId, change.actions);
  const subject = to.ownSubject ?? ticket.subject;
  const about = { ticketId, messageId: id, subject, ticketNumber: to.ownNumber ?? ticket.ticketNumber };
  const { customer } = conversation;
  const isAddressed = namedRecipients.length > 0;
  const outgoing = { ...about, content, customer, answered, mailIds, maySee, ...(isAddressed && { recipients }) };
  const { state, error } = await channel.send(tx, services, outgoing);
  return {
    ...written,
    content,
    isCut: false,
    folded: null,
    hasHtml: false,
    hasOtherText: false,
    enclosed: null,
    byRule: null,
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
    recipients: namedRecipients.map((recipient) => ({
      ...recipient,
      deliveryState: state,
      deliveryError: error,
      heldUntil: null,
    })),
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
 * Checks whether a reply could be sent now to a ticket that is open for writing, and finds its recipients and files; `uploadsOf` takes
 * the uploads, or only reads them.
 */
export async function checkReply(
  tx: TenantTx,
  services: Pick<ChannelServices, "settings">,
  actor: Author,
  reply: Reply,
  uploadsOf: typeof takeUploads,
) {
  const { ticketId } = reply;
  if (!reply.sendAnyway) await refuseIfMovedOn(tx, actor, reply);
  const files = await filesOf(tx, actor, reply, uploadsOf);
  refuseTooMuch(files, () => fail("reply_files_too_large"));
  const conversation = await selectConversation(tx, ticketId, { userId: actor.userId, answersId: reply.answersId });
  if (!conversation) throw fail("ticket_not_found");
  if (reply.answersId !== undefined && !conversation.answered) throw fail("message_not_found");
  const channelName = conversation.answered?.channel ?? "email";
  const channel = channels.of(channelName);
  const to = channel.address(services, conversation, reply.recipients);
  if (!channel.canReply(conversation, to)) throw fail("ticket_has_no_customer");
  return { conversation, channelName, to, files };
}

/** The files that go with a reply. A program uploads none, and sends resources that every agent may. */
async function filesOf(tx: TenantTx, actor: Author, reply: Reply, uploadsOf: typeof takeUploads) {
  const { ticketId, attachmentIds } = reply;
  if (actor.kind === "key") {
    if (attachmentIds.length > 0) throw fail("upload_not_found", { uploadIds: attachmentIds });
    return findReplyFiles(tx, { role: "agent" }, reply);
  }
  const uploads = await uploadsOf(tx, { userId: actor.userId, ticketId }, attachmentIds);
  return [...uploads, ...(await findReplyFiles(tx, actor, reply))];
}

/**
 * The reply with the status that its macro sets as its own, unless one was chosen with it: so it is handed on and left out as such a
 * status is.
 */
export function withMacroStatus(reply: Reply): Reply {
  const { macro, thenStatus } = reply;
  const setting = macro?.actions.findLast(({ action }) => action === "set_status");
  if (!macro || !setting) return reply;
  const actions = macro.actions.filter(({ action }) => action !== "set_status");
  const status = ticketStatuses.find((one) => one === setting.values[0]);
  return { ...reply, macro: { ...macro, actions }, thenStatus: thenStatus ?? status };
}

/** Does what a reply's macro does to its ticket; its trail says what was left out, as nobody may be there to read a response. */
async function doWithReply(tx: TenantTx, by: Author, ticketId: string, actions: RuleActionSet[]): Promise<void> {
  const [acted] = await actionsOnTickets.answer.act(tx, by, [ticketId], actions);
  const leftOut = acted?.error?.message ?? acted?.leftOut ?? null;
  if (leftOut !== null) await recordActivity(tx, by, { ticketId, kind: "left_out", details: { to: leftOut } });
}

/**
 * Plans what a reply changes on its ticket: an unassigned ticket is assigned to the writer, and the chosen status is set unless somebody
 * has changed the status since the writer saw it (docs/product.md#a-reply). `actions` are its macro's, with which a status goes, as an
 * archived ticket would take none of them.
 */
function planTicketChange(ticket: LockedTicket, writer: Author, { thenStatus, expectedStatus, macro }: Reply) {
  const { id: ticketId, status: from, assignedTo } = ticket;
  const { userId, name } = writer;
  const actions = [...(macro?.actions ?? [])];
  // A program is nobody who could have a ticket.
  const isAssigned = assignedTo !== null || userId === null || actions.some(({ action }) => action === "assign");
  const assignment = isAssigned ? null : assignmentOf(ticketId, writer, null, { id: userId, name });
  const isStatusOutdated = expectedStatus !== undefined && expectedStatus !== from;
  const status = thenStatus === from || isStatusOutdated ? undefined : thenStatus;
  if (actions.length > 0 && status !== undefined) actions.push({ action: "set_status", values: [status] });
  const to = actions.length > 0 ? undefined : status;
  const statusChanged = to && { ticketId, from, to, actorId: userId };
  const steps: Step[] = [
    ...(assignment ? [assignment.step] : []),
    ...(to ? [{ ticketId, kind: "status_changed", details: { from, to } } as const] : []),
  ];
  const values = { ...(to && { status: to }), ...(assignment && userId !== null && { assignedTo: userId }) };
  return { values, steps, assigned: assignment?.event, statusChanged, actions };
}

async function refuseIfMovedOn(tx: TenantTx, actor: Author, { ticketId, lastSeenMessageId }: Reply): Promise<void> {
  const newer = await selectNewerByOthers(tx, ticketId, lastSeenMessageId, actor.userId);
  if (newer.length > 0) throw conversationMovedOn(newer);
}

/** Puts a message whose delivery failed back into the queue; one that was overtaken meanwhile only with `sendAnyway`. */
export async function retryDelivery(
  tx: TenantTx,
  services: ChannelServices,
  { ticketId, id, sendAnyway }: { ticketId: string; id: string; sendAnyway: boolean },
): Promise<Message> {
  await lockTicket(tx, ticketId);
  const message = await selectMessage(tx, ticketId, id);
  if (!message) throw fail("message_not_found");
  if (message.deliveryState !== "failed") throw fail("message_not_failed");
  const overtaken = sendAnyway ? null : await selectOvertaken(tx, id);
  if (overtaken) throw fail("message_overtaken", overtaken);
  const conversation = await selectConversation(tx, ticketId);
  if (!conversation) throw fail("ticket_not_found");
  const { content, channel } = message;
  const { customer } = conversation;
  await channels.of(channel).sendAgain(tx, services, { ticketId, messageId: id, content, customer });
  const queued = await selectMessage(tx, ticketId, id);
  if (!queued) throw fail("message_not_found");
  return queued;
}

type Previewed = { ticketId: string; content: string } & Pick<z.output<typeof replySchema>, "answersId" | "recipients">;

/** Shows a reply as it would be sent now, and refuses what sending would refuse (docs/product.md#the-preview-of-a-reply). */
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
  const channel = channels.of(conversation.answered?.channel ?? "email");
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
 * Says what the store knows about a mail's recipients, in their order (docs/product.md#choosing-whom-an-answer-goes-to): judged by the
 * ticket's thread, or for a new ticket by all mail of the store.
 */
export async function checkRecipients(
  tx: TenantTx,
  { ticketId, people }: { ticketId?: string | undefined; people: Mailbox[] },
): Promise<{ items: RecipientNews[] }> {
  const namesakes = people.map(namesakeOf(await selectKnownPeople(tx)));
  const namesakeAt = (index: number) => ({ isNamesake: namesakes[index] ?? false });
  if (ticketId === undefined) {
    const news = await selectNewsOfAll(tx, people);
    return { items: news.map((person, index) => ({ ...person, ...namesakeAt(index) })) };
  }
  const conversation = await selectBringing(tx, ticketId);
  if (!conversation) throw fail("ticket_not_found");
  const members = broughtIn(conversation.messages, conversation.customerAddresses);
  const news = await selectNews(tx, ticketId, people);
  return {
    items: news.map((person, index) => ({ ...person, ...namesakeAt(index), isNew: !members.has(person.email) })),
  };
}
