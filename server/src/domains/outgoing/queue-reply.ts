import type { EventPayloads } from "@deskhand/contract/events";
import { limits } from "@deskhand/contract/limits";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Services } from "../../platform/services.ts";
import { recordDelivery, setMailMessageId, ticketLabel } from "../tickets/index.ts";
import { insertOutgoing, selectAnswered, selectMailIds, selectReply } from "./delivery.queries.ts";
import { deliverMailKind } from "./outgoing.jobs.ts";
import { replySubject } from "./reply-subject.ts";
import { mailKey, newMailMessageId } from "./signed-address.ts";
import { threadingHeaders } from "./threading-headers.ts";

export type Queueing = Pick<Services, "jobs" | "settings">;

/**
 * Puts the mail of an agent's reply into the outgoing queue, in the transaction that wrote the reply (spec part 1,
 * section 7.5); messages of customers are none of its business. Its Message-ID is fixed here, before any attempt.
 */
export async function queueReply(
  tx: TenantTx,
  services: Queueing,
  message: Pick<EventPayloads["message.created"], "id" | "isFromCustomer">,
): Promise<void> {
  if (message.isFromCustomer) return;
  const reply = await selectReply(tx, message.id);
  // An agent's first message of a ticket made by hand may be none that is sent.
  if (reply?.delivery_state !== "sending") return;
  const obstacle = obstacleTo(reply);
  if (obstacle !== null) return recordDelivery(tx, reply.id, { state: "failed", error: obstacle });

  const { secret, mailDomain } = services.settings;
  const label = ticketLabel(reply.ticket_number);
  const answered = await selectAnswered(tx, reply.ticket_id);
  const chain = await selectMailIds(tx, reply.ticket_id, reply.id);
  const mailMessageId = newMailMessageId(mailKey(secret), mailDomain, reply.id);
  const id = newId();
  await setMailMessageId(tx, reply.id, mailMessageId);
  await insertOutgoing(tx, {
    id,
    kind: "reply",
    messageId: reply.id,
    mailMessageId,
    to: reply.customer_email ?? "",
    details: {
      subject: replySubject(reply.subject, label, answered !== undefined || chain.length > 0),
      ticketLabel: label,
      customerName: reply.customer_name,
      ...threadingHeaders(chain, answered?.mail_message_id ?? null),
      answeredMessageId: answered?.id ?? null,
    },
  });
  await services.jobs.enqueue(tx, deliverMailKind, { mailId: id, attemptsBefore: 0 });
}

/** Why a reply cannot be mailed at all, as a sentence for its author; null when it can. */
function obstacleTo(reply: { customer_email: string | null; content: string }): string | null {
  if (!reply.customer_email) return "Customer email is required";
  if (reply.content.length > limits.emailContentLength) {
    return `The reply is too long for an e-mail (maximum ${limits.emailContentLength.toLocaleString("en-US")} characters)`;
  }
  return null;
}
