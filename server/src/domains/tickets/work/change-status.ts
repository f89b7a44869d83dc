import type { changeStatusSchema, TicketDetail } from "@deskhand/contract/tickets";
import type * as z from "zod";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { loadTicketDetail } from "../detail/load-ticket-detail.ts";
import { lockTicket } from "./lock-ticket.ts";
import { recordActivity } from "./record-activity.ts";
import { updateTicketStatus } from "./tickets.queries.ts";

type Change = z.output<typeof changeStatusSchema> & { id: string };

/** Saves a new status, and its note as an internal note (spec part 1, sections 2.9 and 4). */
export async function changeStatus(tx: TenantTx, actor: Actor, change: Change): Promise<TicketDetail> {
  const ticket = await lockTicket(tx, change.id);
  if (!ticket) throw fail("ticket_not_found");
  if (change.expectedStatus && change.expectedStatus !== ticket.status) {
    throw fail("ticket_status_changed_meanwhile", { status: ticket.status });
  }
  if (ticket.isArchived) throw fail("ticket_archived");
  if (change.status === ticket.status) throw fail("ticket_status_unchanged");

  await updateTicketStatus(tx, ticket.id, change.status);
  const details = { from: ticket.status, to: change.status };
  await recordActivity(tx, { ticketId: ticket.id, actorId: actor.userId, kind: "status_changed", details });
  const payload = { ticketId: ticket.id, ...details, actorId: actor.userId };
  const note = change.note ? { content: change.note, authorId: actor.userId, authorName: actor.name } : null;
  await emit(tx, "ticket.status-changed", payload, { note });
  return loadTicketDetail(tx, ticket.id);
}
