import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { markSeen } from "../rows/seen.queries.ts";
import { ticketExists } from "../rows/tickets.queries.ts";

/** Marks what a ticket's customer wrote so far as seen by whoever asks (docs/product.md#new-replies); nobody hears of it twice. */
export async function markRead(tx: TenantTx, { userId }: Actor, id: string): Promise<{ id: string }> {
  if (!(await ticketExists(tx, id))) throw fail("ticket_not_found");
  if (await markSeen(tx, id, userId)) await emit(tx, "ticket.read", { ticketId: id, userId });
  return { id };
}
