import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { type AcknowledgedSender, type ChannelServices, channelOf } from "../channels/channel.ts";
import { selectConversation } from "../rows/conversation.queries.ts";
import { addMessage } from "../rows/messages.queries.ts";
import { lockTicket } from "../rows/tickets.queries.ts";

/**
 * Sends the customer an acknowledgement of a new ticket, if the store wants that, by the channel it came by, and adds it as an automatic
 * message, which answers nothing (docs/product.md#acknowledging-a-ticket). The caller has checked that a person wrote, and what is proven
 * about `sender`.
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
  const { answered, customer } = conversation;
  const mailIds = conversation.mails.map(({ id }) => id);
  const { name } = customer;
  // A customer with several addresses gets it at the one they wrote from.
  const email = answered?.answersTo?.email ?? answered?.authorEmail ?? customer.email ?? "";
  const about = { subject: ticket.subject, ticketNumber: ticket.ticketNumber };
  const channelName = answered?.channel ?? "email";
  const channel = channelOf(channelName);
  const acknowledgement = await channel.acknowledge(tx, services, {
    ...about,
    customerName: name,
    to: { email, ...sender },
  });
  if (!acknowledgement) return;
  const { quota, ...text } = acknowledgement;
  const id = newId();
  const mailMessageId = channel.externalId(services, id);
  const nothing = { fullContent: null, html: null, authorEmail: null, threadingReason: null, idempotencyKey: null };
  const by = { authorId: null, isFromCustomer: false, isAutomatic: true } as const;
  const message = { ...nothing, ...by, ...text, id, type: "email" as const, channel: channelName, mailMessageId };
  const { createdAt, ...written } = await addMessage(tx, ticket, message, { isTouched: false });
  await emit(tx, "message.created", { ...written, beginsTicket: false });
  const recipients = { to: [{ email, name }], cc: [], bcc: [] };
  // The sender may be forged, so their message is not quoted.
  const conversationFields = { customer, mailIds, answered: answered && { ...answered, isKnownToAll: false } };
  const outgoing = { ...about, ...conversationFields, recipients, ticketId, messageId: id, content: text.content };
  await channel.send(tx, services, { ...outgoing, acknowledges: { quota } });
}
