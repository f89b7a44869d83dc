import type { changeStatusSchema } from "@deskhand/contract/tickets";
import { archivedStatuses, type TicketStatus } from "@deskhand/contract/vocabulary";
import type * as z from "zod";
import type { Acting, Writing } from "../../../platform/acting.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import { returnKeptOf } from "../rows/return-kept.queries.ts";
import { type LockedTicket, lockTicket, refuseMerged, updateTicketStatus } from "../rows/tickets.queries.ts";
import { recordActivity, type Step } from "../rows/trail.queries.ts";
import { writeNote } from "./add-note.ts";

type Change = z.output<typeof changeStatusSchema> & { id: string };

/** Saves a new status, with its comment as an internal note (docs/product.md#statuses). */
export async function changeStatus(tx: TenantTx, by: Writing, change: Change): Promise<void> {
  const ticket = await lockTicket(tx, change.id);
  if (!ticket) throw fail("ticket_not_found");
  await refuseMerged(tx, ticket);
  if (change.expectedStatus && change.expectedStatus !== ticket.status) {
    throw fail("ticket_status_changed_meanwhile", { status: ticket.status });
  }
  if (ticket.isArchived) throw fail("ticket_archived");
  if (change.status === ticket.status) throw fail("ticket_status_unchanged");

  const { id, status: from } = ticket;
  const details = { from, to: change.status };
  const step: Step = { ticketId: id, kind: "status_changed", details };
  const payload = { ticketId: id, ...details, actorId: by.userId };
  const content = { content: change.note ?? "", idempotencyKey: null };
  const changes = { isTouched: true, status: change.status };
  const note = change.note ? await writeNote(tx, by, ticket, content, changes) : null;
  if (!note) await updateTicketStatus(tx, id, change.status);
  if (isArchived(change.status)) await returnKeptOf(tx, [id], "ticket_archived");
  await recordActivity(tx, by, step, ...(note ? [note.step] : []));
  await emit(tx, "ticket.status-changed", payload);
  if (note) await emit(tx, "note.created", note.event);
}

export function isArchived(status: TicketStatus): boolean {
  return archivedStatuses.some((archived) => archived === status);
}

/** Reopens an archived ticket (docs/product.md#reopening). */
export async function reopenTicket(tx: TenantTx, by: Acting, id: string): Promise<void> {
  const ticket = await lockTicket(tx, id);
  if (!ticket) throw fail("ticket_not_found");
  await refuseMerged(tx, ticket);
  if (!ticket.isArchived) throw fail("ticket_not_archived");
  const { step, event } = reopeningOf(ticket, by);
  await updateTicketStatus(tx, id, event.to);
  await recordActivity(tx, by, step);
  await emit(tx, "ticket.status-changed", event);
}

/** Returns the step and event for a reopened ticket. */
export function reopeningOf({ id, status }: Pick<LockedTicket, "id" | "status">, by: Acting) {
  const step: Step = { ticketId: id, kind: "reopened", details: { from: status } };
  return { step, event: { ticketId: id, from: status, to: "open" as const, actorId: by.userId } };
}
