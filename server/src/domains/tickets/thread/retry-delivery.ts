import type { Message } from "@deskhand/contract/messages";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { lockTicket } from "../work/lock-ticket.ts";
import { recordDelivery } from "./record-delivery.ts";
import { loadMessage } from "./send-reply.ts";

/** Puts a message whose delivery failed on its way again; `message.delivery-changed` moves its mail back into the queue. */
export async function retryDelivery(
  tx: TenantTx,
  { ticketId, id }: { ticketId: string; id: string },
): Promise<Message> {
  // Whoever asks at the same time waits, and then sees that it is on its way.
  await lockTicket(tx, ticketId);
  const message = await loadMessage(tx, ticketId, id);
  if (message.deliveryState !== "failed") throw fail("message_not_failed");
  await recordDelivery(tx, id, { state: "sending" });
  return loadMessage(tx, ticketId, id);
}
