import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { newReplyId, type Queueing, queueReply, takeAcknowledgement } from "../../outgoing/index.ts";
import { addMessage, selectConversation } from "../rows/messages.queries.ts";
import { lockTicket } from "../rows/tickets.queries.ts";

/**
 * Acknowledges a new ticket to its customer by mail where the store wants that, and keeps what was said on it, as automatic: it
 * answers nothing, and moves no conversation on (docs/product.md#acknowledging-a-ticket). The caller knows that a person wrote.
 */
export async function acknowledgeTicket(tx: TenantTx, services: Queueing, ticketId: string): Promise<void> {
  const ticket = await lockTicket(tx, ticketId);
  const conversation = await selectConversation(tx, ticketId);
  if (!ticket || !conversation?.customer.email) return;
  const { email, name } = conversation.customer;
  const about = { subject: ticket.subject, ticketNumber: ticket.ticketNumber };
  const taken = await takeAcknowledgement(tx, services, { ...about, email, customerName: name });
  if (!taken) return;
  const id = newId();
  const mailMessageId = newReplyId(services, id);
  const nothing = { fullContent: null, html: null, authorEmail: null, threadingReason: null, idempotencyKey: null };
  const by = { authorId: null, isFromCustomer: false, isAutomatic: true } as const;
  const message = { ...nothing, ...by, ...taken, id, type: "email" as const, mailMessageId };
  const { createdAt, ...written } = await addMessage(tx, ticket, message, { isTouched: false });
  await emit(tx, "message.created", { ...written, beginsTicket: false });
  const mail = { ...about, ...conversation, ticketId, messageId: id, mailMessageId, content: taken.content };
  await queueReply(tx, services, { ...mail, kind: "acknowledgement" });
}
