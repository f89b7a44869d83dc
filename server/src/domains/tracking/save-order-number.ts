import type { SavedOrderNumber } from "@deskhand/contract/tracking";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { deleteSavedNumber, lockTrackedTicket, selectSaved, upsertSavedNumber } from "./rows/tracking.queries.ts";

type Wanted = { ticketId: string; orderNumber: string | null; expected?: string | null | undefined };

/**
 * Keeps the number of the order that a ticket is about, or none any more. One that somebody else changed meanwhile is not
 * written over, unless it already is what is wanted: a repeated request does nothing.
 */
export async function saveOrderNumber(
  tx: TenantTx,
  actor: Actor,
  { ticketId, orderNumber, expected }: Wanted,
): Promise<{ saved: SavedOrderNumber | null }> {
  const ticket = await lockTrackedTicket(tx, ticketId);
  if (!ticket) throw fail("ticket_not_found");
  if (ticket.isArchived) throw fail("ticket_archived");
  const before = await selectSaved(tx, ticketId);
  const current = before?.orderNumber ?? null;
  if (current === orderNumber) return { saved: before ?? null };
  if (expected !== undefined && expected !== current) {
    throw fail("ticket_changed_meanwhile", { field: "orderNumber", value: current });
  }
  if (orderNumber === null) await deleteSavedNumber(tx, ticketId);
  else await upsertSavedNumber(tx, actor, { ticketId, orderNumber });
  await emit(tx, "ticket.order-changed", { ticketId, from: current, to: orderNumber, actorId: actor.userId });
  return { saved: (await selectSaved(tx, ticketId)) ?? null };
}
