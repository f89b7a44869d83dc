import { sql } from "kysely";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { ImportedTicket } from "./import-tickets.ts";

/** Takes several ticket numbers in a row and gives the first of them. */
export async function reserveTicketNumbers(tx: TenantTx, count: number): Promise<number> {
  const { last_number } = await tx
    .insertInto("ticket_number_counters")
    .values({ client_id: tx.tenantId, last_number: count })
    .onConflict((conflict) =>
      conflict.column("client_id").doUpdateSet({ last_number: sql`ticket_number_counters.last_number + ${count}` }),
    )
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return last_number - count + 1;
}

/** Writes tickets as they are, numbered from `firstNumber`. */
export async function insertTickets(tx: TenantTx, tickets: ImportedTicket[], firstNumber: number): Promise<void> {
  await tx
    .insertInto("support_tickets")
    .values(
      tickets.map((ticket, index) => ({
        id: ticket.id,
        ticket_number: firstNumber + index,
        subject: ticket.subject,
        description: ticket.description,
        preview: ticket.preview,
        status: ticket.status,
        priority: ticket.priority,
        category: ticket.category,
        labels: ticket.tags,
        source: ticket.source,
        customer_id: ticket.customerId,
        assigned_to: ticket.assignedTo,
        created_by: ticket.createdBy,
        created_at: ticket.createdAt,
        updated_at: ticket.updatedAt,
        due_date: ticket.dueDate,
      })),
    )
    .execute();
}

/** Writes the activity trails of tickets. */
export async function insertActivities(tx: TenantTx, tickets: ImportedTicket[]): Promise<void> {
  const rows = tickets.flatMap((ticket) =>
    ticket.activities.map(({ actorId, kind, details, createdAt }) => ({
      id: newId(Date.parse(createdAt)),
      ticket_id: ticket.id,
      actor_id: actorId,
      kind,
      details: JSON.stringify(details ?? {}),
      created_at: createdAt,
    })),
  );
  if (rows.length > 0) await tx.insertInto("ticket_activities").values(rows).execute();
}
