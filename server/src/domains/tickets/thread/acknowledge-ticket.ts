import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { type Acknowledged, type ChannelServices, channelOf } from "../channels/channel.ts";
import { selectConversation } from "../rows/conversation.queries.ts";
import { addMessage } from "../rows/messages.queries.ts";
import { lockTicket } from "../rows/tickets.queries.ts";

/**
 * Acknowledges a new ticket to its customer, by the channel that it came by, where the store wants that, and keeps what was said on it, as automatic: it
 * answers nothing, and moves no conversation on (docs/product.md#acknowledging-a-ticket). The caller knows that a person wrote, and
 * what is known of `sender`.
 */
export async function acknowledgeTicket(
  tx: TenantTx,
  services: ChannelServices,
  ticketId: string,
  sender: Omit<Acknowledged, "email">,
): Promise<void> {
  const ticket = await lockTicket(tx, ticketId);
  const conversation = await selectConversation(tx, ticketId);
  if (!ticket || !conversation?.customer.email) return;
  const { answered, customer } = conversation;
  const mailIds = conversation.mails.map(({ id }) => id);
  const { name } = customer;
  // Of several addresses the one that was written from.
  const email = answered?.answersTo?.email ?? answered?.authorEmail ?? customer.email ?? "";
  const about = { subject: ticket.subject, ticketNumber: ticket.ticketNumber };
  const channelName = answered?.channel ?? "email";
  const channel = channelOf(channelName);
  const taken = await channel.acknowledge?.(tx, services, {
    ...about,
    customerName: name,
    to: { email, ...sender },
  });
  if (!taken) return;
  const { quota, ...said } = taken;
  const id = newId();
  const mailMessageId = channel.nameOf(services, id);
  const nothing = { fullContent: null, html: null, authorEmail: null, threadingReason: null, idempotencyKey: null };
  const by = { authorId: null, isFromCustomer: false, isAutomatic: true } as const;
  const message = { ...nothing, ...by, ...said, id, type: "email" as const, channel: channelName, mailMessageId };
  const { createdAt, ...written } = await addMessage(tx, ticket, message, { isTouched: false });
  await emit(tx, "message.created", { ...written, beginsTicket: false });
  const recipients = { to: [{ email, name }], cc: [], bcc: [] };
  // Whoever wrote may not be who they say: what they wrote is quoted to nobody.
  const goesOn = { customer, mailIds, answered: answered && { ...answered, isHadByAll: false } };
  const leaving = { ...about, ...goesOn, recipients, ticketId, messageId: id, content: said.content };
  await channel.send(tx, services, { ...leaving, acknowledges: { quota } });
}
