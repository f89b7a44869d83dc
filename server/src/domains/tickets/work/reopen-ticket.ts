import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { loadTicketDetail } from "../detail/load-ticket-detail.ts";
import { type LockedTicket, lockTicket } from "./lock-ticket.ts";
import { recordActivity } from "./record-activity.ts";
import { updateTicketStatus } from "./tickets.queries.ts";

/** Sets an archived ticket to open (spec part 1, section 2.8). */
export async function reopenTicket(tx: TenantTx, actor: Actor, id: string): Promise<TicketDetail> {
  const ticket = await lockTicket(tx, id);
  if (!ticket) throw fail("ticket_not_found");
  if (!ticket.isArchived) throw fail("ticket_not_archived");
  await reopen(tx, ticket, actor.userId);
  return loadTicketDetail(tx, id);
}

/** Reopens an archived ticket because its customer wrote; leaves an active one as it is. */
export async function reopenForReply(tx: TenantTx, ticket: LockedTicket): Promise<void> {
  if (ticket.isArchived) await reopen(tx, ticket, null);
}

async function reopen(tx: TenantTx, { id, status }: LockedTicket, actorId: string | null): Promise<void> {
  await updateTicketStatus(tx, id, "open");
  await recordActivity(tx, { ticketId: id, actorId, kind: "reopened", details: { from: status } });
  await emit(tx, "ticket.status-changed", { ticketId: id, from: status, to: "open", actorId }, { note: null });
}
