import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { loadTicketDetail } from "../detail/load-ticket-detail.ts";
import { type LockedTicket, lockTicket, updateTicketStatus } from "../rows/tickets.queries.ts";
import { recordActivity, type Step } from "../rows/trail.queries.ts";

/** Sets an archived ticket to open (docs/product.md#reopening). */
export async function reopenTicket(tx: TenantTx, actor: Actor, id: string): Promise<TicketDetail> {
  const ticket = await lockTicket(tx, id);
  if (!ticket) throw fail("ticket_not_found");
  if (!ticket.isArchived) throw fail("ticket_not_archived");
  const { step, event } = reopened(ticket, actor.userId);
  await updateTicketStatus(tx, id, event.to);
  await recordActivity(tx, step);
  await emit(tx, "ticket.status-changed", event);
  return loadTicketDetail(tx, id);
}

/** That an archived ticket is open again: the step of its trail, and the event. */
export function reopened({ id, status }: LockedTicket, actorId: string | null) {
  const step: Step = { ticketId: id, actorId, kind: "reopened", details: { from: status } };
  return { step, event: { ticketId: id, from: status, to: "open" as const, actorId } };
}
