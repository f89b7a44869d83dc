import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { recordActivity } from "./record-activity.ts";

type Assignee = { id: string; name: string } | null;
type Assignment = { from: Assignee; to: Assignee; actorId: string | null };

/** Adds to a ticket's trail that it was given to a colleague, or to nobody, and tells `ticket.assigned`. */
export async function recordAssignment(
  tx: TenantTx,
  ticketId: string,
  { from, to, actorId }: Assignment,
): Promise<void> {
  const ids = { fromId: from?.id ?? null, toId: to?.id ?? null };
  const details = { from: from?.name ?? null, to: to?.name ?? null, ...ids };
  await recordActivity(tx, { ticketId, actorId, kind: "assigned", details });
  await emit(tx, "ticket.assigned", { ticketId, from: ids.fromId, to: ids.toId, actorId });
}
