import type { AuditAction } from "@deskhand/contract/admin/audit-actions";
import type { Acting } from "../../platform/acting.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { record } from "../audit/index.ts";
import { recordActivity } from "../tickets/index.ts";
import type { ActionRow } from "./rows/order-actions.queries.ts";

type Told = Pick<ActionRow, "id" | "orderId" | "orderName" | "ticketId" | "words" | "money">;

/** Tells screens that an action moved on. */
export function tellOf(
  tx: TenantTx,
  { id, orderId, ticketId }: Pick<Told, "id" | "orderId" | "ticketId">,
): Promise<void> {
  return emit(tx, "order-action.changed", { actionId: id, orderId, ticketId });
}

/** Writes what became of an action into the audit log, with its amount, and into the ticket's trail as a sentence. */
export async function writeDown(
  tx: TenantTx,
  by: Acting,
  action: Told,
  { audit, said, more = {} }: { audit: AuditAction; said: string | null; more?: Record<string, unknown> },
): Promise<void> {
  const { id, orderId, ticketId, words, money } = action;
  const amount = money && { amount: `${money.amount} ${money.currency}` };
  await record(tx, by.userId, audit, { id: orderId, label: words }, Object.assign({ actionId: id }, amount, more));
  if (ticketId !== null && said !== null)
    await recordActivity(tx, by, {
      ticketId,
      kind: "order_action",
      details: { to: said.slice(0, 500).toWellFormed(), actionId: id },
    });
  await tellOf(tx, action);
}
