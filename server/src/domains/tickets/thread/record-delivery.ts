import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { lockDeliveryState, updateDelivery, updateMailMessageId } from "./messages.queries.ts";

/** How far an agent's message is on its way; an error is a sentence for the agent. */
export type Delivery = { state: "sending" | "sent" } | { state: "failed"; error: string };

/**
 * Records how far an agent's message is on its way to the customer and tells the screens. `sent` counts only for a
 * message that is on its way: a bounce may overtake the record that its mail was taken.
 */
export async function recordDelivery(tx: TenantTx, messageId: string, delivery: Delivery): Promise<void> {
  if (delivery.state === "sent" && (await lockDeliveryState(tx, messageId)) !== "sending") return;
  const ticketId = await updateDelivery(tx, messageId, delivery.state, "error" in delivery ? delivery.error : null);
  if (ticketId) await emit(tx, "message.delivery-changed", { ticketId, messageId });
}

/** Keeps the Message-ID under which a message goes out, so that replies to it find their ticket. */
export async function setMailMessageId(tx: TenantTx, messageId: string, mailMessageId: string): Promise<void> {
  await updateMailMessageId(tx, messageId, mailMessageId);
}
