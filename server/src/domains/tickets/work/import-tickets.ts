import type { TenantTx } from "../../../platform/db/tenant.ts";
import { insertFiles, type NewFile } from "../files/attachments.queries.ts";
import type { NewMessage } from "../rows/message-row.ts";
import { insertMessages } from "../rows/messages.queries.ts";
import { insertTickets, type NewTicket, takeTicketNumbers } from "../rows/tickets.queries.ts";
import { importActivity, type PastStep } from "../rows/trail.queries.ts";
import { recount } from "./import.queries.ts";

/** A ticket with its trail; its messages are imported afterwards. */
export type ImportedTicket = Required<
  Pick<NewTicket, "subject" | "description" | "preview" | "source" | "customerId" | "createdBy">
> &
  Required<Pick<NewTicket, "status" | "priority" | "category" | "tags" | "dueDate" | "createdAt">> & {
    id: string;
    assignedTo: string | null;
    teamId?: string | null;
    updatedAt: string;
    activities: Omit<PastStep, "ticketId">[];
  };

/** A message or note with its time and files. */
export type ImportedMessage = Omit<NewMessage, "idempotencyKey" | "createdAt"> & {
  createdAt: string;
  files?: NewFile[];
};

/** Imports tickets with their trails unchanged, numbered in the given order; returns the first number. Nobody is notified. */
export async function importTickets(tx: TenantTx, tickets: ImportedTicket[]): Promise<number> {
  const firstNumber = await takeTicketNumbers(tx, tickets.length);
  const rows = tickets.map((ticket, index) => ({ ...ticket, ticketNumber: firstNumber + index }));
  if (rows.length > 0) await insertTickets(tx, rows);
  const steps = tickets.flatMap(({ id, activities }) => activities.map((step) => ({ ...step, ticketId: id })));
  await importActivity(tx, steps);
  return firstNumber;
}

/** Imports messages and notes with their files, ids and times unchanged; nothing is sent and nobody is notified. */
export async function importMessages(tx: TenantTx, messages: ImportedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await insertMessages(
    tx,
    messages.map((message) => ({ ...message, idempotencyKey: null })),
  );
  for (const { id, ticketId, files = [] } of messages) await insertFiles(tx, { ticketId, messageId: id }, files);
  await recount(tx, [...new Set(messages.map(({ ticketId }) => ticketId))]);
}
