import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { record } from "../../audit/index.ts";
import { deleteTicketRow } from "./edit.queries.ts";
import { lockTicket } from "./lock-ticket.ts";

/**
 * Deletes a ticket for good with all that belongs to it; its number is not given again, and the audit log tells who it
 * was. `ticket.deleted` is told while it is still there, so that later domains can clear away or object.
 */
export async function deleteTicket(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string }> {
  const ticket = await lockTicket(tx, id);
  if (!ticket) throw fail("ticket_not_found");
  const { ticketNumber, subject } = ticket;
  await emit(tx, "ticket.deleted", { ticketId: id, actorId: actor.userId });
  await deleteTicketRow(tx, id);
  await record(tx, actor.userId, "ticket.deleted", id, { ticketNumber, subject });
  return { id };
}
