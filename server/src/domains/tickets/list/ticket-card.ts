import type { TicketCard } from "@deskhand/contract/tickets";
import type { TicketRow } from "./list.queries.ts";

/** A ticket's row as the list shows it. */
export function toTicketCard(row: TicketRow): TicketCard {
  return {
    id: row.id,
    ticketNumber: row.ticket_number,
    subject: row.subject,
    preview: row.preview,
    status: row.status,
    priority: row.priority,
    category: row.category,
    tags: row.labels,
    customerId: row.customer_id,
    customer: row.customer_id ? { id: row.customer_id, name: row.customer_name, email: row.customer_email } : null,
    assignedTo: row.assigned_to,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    dueDate: row.due_date,
    messageCount: row.message_count,
    attachmentCount: row.attachment_count,
  };
}
