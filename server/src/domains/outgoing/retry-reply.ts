import type { TenantTx } from "../../platform/db/tenant.ts";
import { requeueOutgoing, selectOutgoingOf, selectReply } from "./delivery.queries.ts";
import { deliverMailKind } from "./outgoing.jobs.ts";
import { type Queueing, queueReply } from "./queue-reply.ts";

/**
 * Puts the mail of a reply that an agent wants tried again back into the queue, under its first Message-ID and to the
 * customer's present address. Does nothing unless the message is on its way and its mail is not: it may be told of every
 * change of delivery.
 */
export async function retryReply(tx: TenantTx, services: Queueing, messageId: string): Promise<void> {
  const reply = await selectReply(tx, messageId);
  if (reply?.delivery_state !== "sending") return;
  const mail = await selectOutgoingOf(tx, messageId);
  // Without a customer's address, for one, it never got as far as a mail.
  if (!mail) return queueReply(tx, services, { id: messageId, isFromCustomer: false });
  if (mail.state === "queued") return;
  await requeueOutgoing(tx, mail.id, reply.customer_email);
  await services.jobs.enqueue(tx, deliverMailKind, { mailId: mail.id, attemptsBefore: mail.attempts });
}
