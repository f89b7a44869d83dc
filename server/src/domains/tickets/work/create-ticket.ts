import { type Acting, actingOf } from "../../../platform/acting.ts";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { insertFiles, type NewFile } from "../files/attachments.queries.ts";
import type { NewMessage } from "../rows/message-row.ts";
import { insertTicket, type NewTicket } from "../rows/tickets.queries.ts";
import { recordActivity, type Step } from "../rows/trail.queries.ts";

/** Creates a ticket with the tenant's next number and its first message; emits `ticket.created` and `message.created`. */
export async function createTicket(
  tx: TenantTx,
  ticket: NewTicket,
  first: Omit<NewMessage, "ticketId">,
  files: readonly NewFile[] = [],
): Promise<{ id: string; ticketNumber: number; subject: string }> {
  const id = newId();
  const { assignee = null, ...row } = ticket;
  const { createdBy } = ticket;
  const ticketRow = { ...row, id, assignedTo: assignee?.id ?? null };
  const { ticketNumber, subject, authorName } = await insertTicket(tx, ticketRow, first, files.length);
  await insertFiles(tx, { ticketId: id, messageId: first.id }, files);
  const by = ticket.madeBy ?? actingOf(createdBy);
  const assignment = assignee ? assignmentOf(id, by, null, assignee) : null;
  if (assignment) await recordActivity(tx, by, assignment.step);
  await emit(tx, "ticket.created", { ticketId: id, subject, createdBy });
  if (assignment) await emit(tx, "ticket.assigned", assignment.event);
  const { isFromCustomer, isAutomatic, authorId } = first;
  const message = { id: first.id, ticketId: id, isFromCustomer, isAutomatic, authorId, authorName };
  await emit(tx, "message.created", { ...message, beginsTicket: true });
  return { id, ticketNumber, subject };
}

type Assignee = { id: string; name: string } | null;

/** Returns the step and event for a ticket that was assigned to a colleague, or to nobody; `byTeam` if it was given out by whose turn it is. */
export function assignmentOf(ticketId: string, by: Acting, from: Assignee, to: Assignee, byTeam?: string) {
  const [fromId, toId] = [from?.id ?? null, to?.id ?? null];
  const details = { from: from?.name ?? null, to: to?.name ?? null, fromId, toId };
  const step: Step = { ticketId, kind: "assigned", details: byTeam === undefined ? details : { ...details, byTeam } };
  return { step, event: { ticketId, from: fromId, to: toId, actorId: by.userId } };
}
