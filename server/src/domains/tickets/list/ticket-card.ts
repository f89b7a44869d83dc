import type { TicketCard } from "@deskhand/contract/tickets";

/** What a ticket's card shows, of a ticket `t` and its customer `c`: the columns of every query that reads cards. */
export const cardColumns = [
  ...(["t.id", "t.ticket_number as ticketNumber", "t.subject", "t.preview", "t.status", "t.priority"] as const),
  ...(["t.category", "t.labels as tags", "t.customer_id as customerId", "c.name as customerName"] as const),
  ...(["c.email as customerEmail", "t.assigned_to as assignedTo", "t.created_at as createdAt"] as const),
  ...(["t.updated_at as updatedAt", "t.due_date as dueDate", "t.message_count as messageCount"] as const),
  ...(["t.attachment_count as attachmentCount", "t.is_unverified as isUnverified"] as const),
] as const;

/** The same as a statement's text has them. */
export const cardText = cardColumns.map((column) => column.replace(/(?<= as )\w+/, '"$&"')).join(", ");

/** A row of those columns. */
export type CardRow = Omit<TicketCard, "customer"> & { customerName: string | null; customerEmail: string | null };

/** A row of those columns, and whatever else, as the contract's card. */
export function toTicketCard<Row extends CardRow>({ customerName: name, customerEmail: email, ...row }: Row) {
  return { ...row, customer: row.customerId === null ? null : { id: row.customerId, name, email } };
}
