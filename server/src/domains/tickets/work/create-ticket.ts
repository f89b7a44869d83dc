import { limits } from "@deskhand/contract/limits";
import type { TicketCategory, TicketPriority, TicketStatus } from "@deskhand/contract/vocabulary";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { recordActivity } from "./record-activity.ts";
import { recordAssignment } from "./record-assignment.ts";
import { insertTicket, takeTicketNumber } from "./tickets.queries.ts";

export type NewTicket = {
  subject: string;
  description: string;
  preview: string;
  source: "email" | "agent" | "import";
  customerId: string | null;
  /** Null when no staff member made it. */
  createdBy: string | null;
  status?: TicketStatus;
  priority?: TicketPriority;
  category?: TicketCategory;
  tags?: string[];
  dueDate?: string | null;
  /** An active colleague. */
  assignee?: { id: string; name: string } | null;
  createdAt?: string;
};

/** Makes a ticket with the tenant's next number and tells `ticket.created`. */
export async function createTicket(tx: TenantTx, ticket: NewTicket): Promise<{ id: string; ticketNumber: number }> {
  const id = newId();
  const subject = ticket.subject.slice(0, limits.emailSubjectLength);
  const ticketNumber = await takeTicketNumber(tx);
  await insertTicket(tx, { ...ticket, id, ticketNumber, subject });
  await recordActivity(tx, {
    ticketId: id,
    actorId: ticket.createdBy,
    kind: "created",
    details: { source: ticket.source },
  });
  await emit(tx, "ticket.created", { ticketId: id, subject, createdBy: ticket.createdBy });
  if (ticket.assignee) await recordAssignment(tx, id, { from: null, to: ticket.assignee, actorId: ticket.createdBy });
  return { id, ticketNumber };
}
