import { sql } from "kysely";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { ImportedTicket } from "./import-tickets.ts";

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
      details: JSON.stringify(details),
      created_at: createdAt,
    })),
  );
  if (rows.length > 0) await tx.insertInto("ticket_activities").values(rows).execute();
}

/** Counts what is on tickets, and keeps when their customers were first answered. */
export async function recount(tx: TenantTx, ticketIds: string[]): Promise<void> {
  await tx
    .with("asked", (cte) =>
      cte
        .selectFrom("ticket_messages")
        .select("ticket_id")
        .select((eb) => eb.fn.min<string | null>("created_at").filterWhere(isAsking).as("at"))
        .where("ticket_id", "in", ticketIds)
        .groupBy("ticket_id"),
    )
    .with("counted", (cte) =>
      cte
        .selectFrom("ticket_messages as m")
        .innerJoin("asked", "asked.ticket_id", "m.ticket_id")
        .select(["m.ticket_id", "asked.at as asked_at"])
        .select((eb) => [
          eb.fn.countAll<number>().filterWhere("m.message_type", "=", "email").as("messages"),
          eb.fn.countAll<number>().filterWhere("m.message_type", "=", "internal").as("notes"),
          eb.fn
            .min<string | null>("m.created_at")
            .filterWhere(sql<boolean>`m.message_type = 'email' and not m.is_from_customer and not m.is_automatic
              and m.created_at >= asked.at`)
            .as("answered_at"),
        ])
        .groupBy(["m.ticket_id", "asked.at"]),
    )
    .updateTable("support_tickets as t")
    .from("counted as c")
    .set((eb) => ({
      message_count: eb.ref("c.messages"),
      note_count: eb.ref("c.notes"),
      attachment_count: eb
        .selectFrom("ticket_attachments as a")
        .select((count) => count.fn.countAll<number>().as("count"))
        .whereRef("a.ticket_id", "=", "t.id"),
      first_response_at: eb.ref("c.answered_at"),
      response_ms: sql<number | null>`extract(epoch from c.answered_at - c.asked_at) * 1000`,
    }))
    .whereRef("t.id", "=", "c.ticket_id")
    .execute();
}

const isAsking = sql<boolean>`message_type = 'email' and is_from_customer and not is_automatic`;
