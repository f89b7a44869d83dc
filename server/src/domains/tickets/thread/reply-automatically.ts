import type { EventPayloads } from "@deskhand/contract/events";
import type { Acting } from "../../../platform/acting.ts";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { type AcknowledgedSender, type ChannelServices, channels } from "../channels/channel.ts";
import { receivedMails } from "../detail/received-mails.queries.ts";
import { type Conversation, selectConversation } from "../rows/conversation.queries.ts";
import { addMessage, rewriteAcknowledgement } from "../rows/messages.queries.ts";
import { type LockedTicket, lockTicket, refuseMerged } from "../rows/tickets.queries.ts";

/**
 * Acknowledges a new ticket to its customer, by the ticket's channel, if the store wants that. The acknowledgement is added as an
 * automatic message, which answers nothing (docs/product.md#acknowledging-a-ticket). The caller has checked that a person wrote, and what
 * is proven about `sender`.
 */
export async function acknowledgeTicket(
  tx: TenantTx,
  services: ChannelServices,
  ticketId: string,
  sender: Omit<AcknowledgedSender, "email">,
): Promise<void> {
  const ticket = await lockTicket(tx, ticketId);
  const conversation = await selectConversation(tx, ticketId);
  if (!ticket || !conversation?.customer.email) return;
  const to = { email: addressIn(conversation), ...sender };
  const about = {
    subject: ticket.subject,
    ticketNumber: ticket.ticketNumber,
    customerName: conversation.customer.name,
  };
  const acknowledgement = await channelIn(conversation).channel.acknowledge?.(tx, services, { ...about, to });
  if (acknowledgement) await addAutomatic(tx, services, ticket, conversation, { ...acknowledgement, byRule: null });
}

/** Writes an automatic reply to somebody; a refusal says in words why there is none. */
export type AutomaticWords = (to: {
  email: string;
  isProven: boolean;
}) => Promise<{ content: string } | { refused: string }>;

/** Why an automatic reply is not sent, in words. */
export const automaticRefusals = {
  nobody: "There is no message of the customer that an automatic reply could answer",
  notAnswerable: "No automatic reply may go to this message: it is not surely a person’s own mail",
  hadOne: "They had an automatic reply within 24 hours, or as many as may be sent were sent",
  asMany: "As many automatic mails as may be sent were sent",
} as const;

/**
 * Sends an automatic reply to the customer's newest message, with the guards of an acknowledgement, and in its place if this transaction
 * has just acknowledged the ticket. Returns in words why none was sent; null if one was.
 */
export async function replyAutomatically(
  tx: TenantTx,
  services: ChannelServices,
  by: Extract<Acting, { name: string }>,
  ticketId: string,
  write: AutomaticWords,
): Promise<string | null> {
  const found = await findAnswerable(tx, ticketId);
  if ("refused" in found) return found.refused;
  const { ticket, conversation, to } = found;
  const words = await write(to);
  if ("refused" in words) return words.refused;
  const acknowledgementId = acknowledgedHere(tx, ticketId);
  const text = { content: words.content, byRule: by.name };
  if (acknowledgementId !== undefined) {
    return (await rewriteAcknowledgement(tx, acknowledgementId, text)) ? null : automaticRefusals.hadOne;
  }
  const claimed = await channelIn(conversation).channel.claimAutomatic?.(tx, services, to);
  if (!claimed) return automaticRefusals.hadOne;
  await addAutomatic(tx, services, ticket, conversation, { ...claimed, ...text });
  return null;
}

/** A request for a rating in its words; `keep` writes it down once it is sent. */
export type RatingRequest = { id: string; content: string; keep: () => Promise<void> };
/** Whom a request for a rating asks, with their newest words. */
export type AskedCustomer = { id: string | null; email: string; words: string };

/**
 * Asks a ticket's customer for a rating with the guards of an automatic reply, except that it does not count as their one of the day.
 * Returns in words why nothing was sent; null if it was.
 */
export async function requestRating(
  tx: TenantTx,
  services: ChannelServices,
  by: Extract<Acting, { name: string }>,
  ticketId: string,
  write: (customer: AskedCustomer) => Promise<RatingRequest | { refused: string }>,
): Promise<string | null> {
  const found = await findAnswerable(tx, ticketId);
  if ("refused" in found) return found.refused;
  const { ticket, conversation, to } = found;
  const { customer, answered } = conversation;
  const request = await write({ id: customer.id, email: to.email, words: answered?.words ?? "" });
  if ("refused" in request) return request.refused;
  const claimed = await channelIn(conversation).channel.claimAutomatic?.(tx, services, to, "rating");
  if (!claimed) return automaticRefusals.asMany;
  const { id: ratingId, content } = request;
  await request.keep();
  await addAutomatic(tx, services, ticket, conversation, { ...claimed, content, byRule: by.name, ratingId });
  return null;
}

/** A ticket whose customer's newest message a program may answer, and whom the answer goes to; or in words why not. */
async function findAnswerable(tx: TenantTx, ticketId: string) {
  const ticket = await lockTicket(tx, ticketId);
  if (!ticket) return { refused: automaticRefusals.nobody };
  await refuseMerged(tx, ticket);
  const found = await findAutomaticRecipient(tx, ticketId);
  return "refused" in found ? found : { ticket, ...found };
}

/**
 * Whom an automatic reply to the customer's newest message goes to, or to the given one; or in words why none may be sent. `unsaid` is who
 * it would be where nothing is known of the message's mail.
 */
export async function findAutomaticRecipient(
  tx: TenantTx,
  ticketId: string,
  answersId?: string,
): Promise<{ conversation: Conversation; to: AcknowledgedSender } | { refused: string; unsaid?: string }> {
  const conversation = await selectConversation(tx, ticketId, { userId: null, answersId });
  if (!conversation?.customer.email) return { refused: automaticRefusals.nobody };
  const { answered } = conversation;
  if (!answered?.isFromCustomer || answered.audience !== "customer") return { refused: automaticRefusals.nobody };
  if (answered.isDoubted) return { refused: automaticRefusals.notAnswerable };
  const email = addressIn(conversation);
  const sender = (await receivedMails.answer.answerable(tx, [answered.id])).get(answered.id);
  if (sender) return { conversation, to: { email, ...sender } };
  return { refused: automaticRefusals.notAnswerable, ...(sender === undefined && { unsaid: email }) };
}

/** The acknowledgement that this transaction added to a ticket: its mail waits for the commit, so it can still say something else. */
function acknowledgedHere(tx: TenantTx, ticketId: string): string | undefined {
  const added = tx.emitted
    .filter(({ type }) => type === "message.created")
    .map(({ payload }): EventPayloads["message.created"] => JSON.parse(payload));
  return added.find((one) => one.ticketId === ticketId && one.isAutomatic && !one.isFromCustomer)?.id;
}

/** A customer with several addresses gets it at the one they wrote from. */
function addressIn({ answered, customer }: Conversation): string {
  return answered?.answersTo?.email ?? answered?.authorEmail ?? customer.email ?? "";
}

function channelIn({ answered }: Conversation) {
  const name = answered?.channel ?? "email";
  return { name, channel: channels.of(name) };
}

type Automatic = Pick<AcknowledgedText, "content" | "authorName" | "quota"> & {
  byRule: string | null;
  ratingId?: string;
};
type AcknowledgedText = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof channels.of>["acknowledge"]>>>>;

async function addAutomatic(
  tx: TenantTx,
  services: ChannelServices,
  ticket: LockedTicket,
  conversation: Conversation,
  { quota, ratingId, ...text }: Automatic,
): Promise<void> {
  const { answered, customer, mails } = conversation;
  const { name: channelName, channel } = channelIn(conversation);
  const id = newId();
  const mailOnlyFields = {
    fullContent: null,
    html: null,
    authorEmail: null,
    threadingReason: null,
    idempotencyKey: null,
  };
  const authorFields = { authorId: null, isFromCustomer: false, isAutomatic: true } as const;
  const message = {
    ...mailOnlyFields,
    ...authorFields,
    ...text,
    id,
    type: "email" as const,
    channel: channelName,
    mailMessageId: channel.externalId(services, id),
  };
  const { createdAt, ...written } = await addMessage(tx, ticket, message, { isTouched: false });
  await emit(tx, "message.created", { ...written, beginsTicket: false });
  const recipients = { to: [{ email: addressIn(conversation), name: customer.name }], cc: [], bcc: [] };
  // The sender may be forged, so their message is not quoted.
  const context = {
    customer,
    mailIds: mails.map((mail) => mail.id),
    answered: answered && { ...answered, isKnownToAll: false },
  };
  const about = { subject: ticket.subject, ticketNumber: ticket.ticketNumber, ticketId: ticket.id, messageId: id };
  await channel.send(tx, services, {
    ...about,
    ...context,
    recipients,
    content: text.content,
    acknowledges: { quota, ...(ratingId !== undefined && { ratingId }) },
  });
}
