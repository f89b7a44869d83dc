import type { TicketCategory, TicketPriority, TicketStatus } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { insertActivities, insertTickets, reserveTicketNumbers } from "./import.queries.ts";
import type { Activity } from "./record-activity.ts";

/** A ticket with its history; messages are imported after it. */
export type ImportedTicket = {
  id: string;
  subject: string;
  description: string;
  preview: string;
  status: TicketStatus;
  priority: TicketPriority;
  category: TicketCategory;
  tags: string[];
  source: "email" | "agent" | "import";
  customerId: string | null;
  assignedTo: string | null;
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
  dueDate: string | null;
  activities: (Omit<Activity, "ticketId"> & { createdAt: string })[];
};

/** Adds tickets with their activity trail as they are, numbered in the given order; nobody is told of them. */
export async function importTickets(tx: TenantTx, tickets: ImportedTicket[]): Promise<void> {
  if (tickets.length === 0) return;
  const firstNumber = await reserveTicketNumbers(tx, tickets.length);
  await insertTickets(tx, tickets, firstNumber);
  await insertActivities(tx, tickets);
}
