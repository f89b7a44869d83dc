import type { TicketCategory, TicketPriority, TicketStatus } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { insertFiles, type NewFile } from "../files/attachments.queries.ts";
import { insertMessages, type NewMessage } from "../thread/messages.queries.ts";
import { insertActivities, insertTickets, recount } from "./import.queries.ts";
import { takeTicketNumbers } from "./tickets.queries.ts";
import type { Step } from "./trail.queries.ts";

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
  activities: (Omit<Step, "ticketId"> & { createdAt: string })[];
};

/** A message or note with its history, and its files. */
export type ImportedMessage = Omit<NewMessage, "idempotencyKey" | "createdAt"> & {
  createdAt: string;
  files?: NewFile[];
};

/** Adds tickets with their trail as they are, numbered in the given order from the number returned; nobody is notified. */
export async function importTickets(tx: TenantTx, tickets: ImportedTicket[]): Promise<number> {
  const firstNumber = await takeTicketNumbers(tx, tickets.length);
  if (tickets.length > 0) await insertTickets(tx, tickets, firstNumber);
  await insertActivities(tx, tickets);
  return firstNumber;
}

/** Adds messages and notes with their files as they are, with their ids and times; nothing is sent and nobody is notified. */
export async function importMessages(tx: TenantTx, messages: ImportedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await insertMessages(
    tx,
    messages.map((message) => ({ ...message, idempotencyKey: null })),
  );
  for (const { id, ticketId, files = [] } of messages) await insertFiles(tx, { ticketId, messageId: id }, files);
  await recount(tx, [...new Set(messages.map(({ ticketId }) => ticketId))]);
}
