import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { NewTicket } from "./create-ticket.ts";
import type { Activity } from "./record-activity.ts";

/** The tenant's next ticket number; whoever asks next waits for this transaction, so no number is given twice. */
export async function takeTicketNumber(tx: TenantTx): Promise<number> {
  const { last_number } = await tx
    .insertInto("ticket_number_counters")
    .values({ client_id: tx.tenantId, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column("client_id").doUpdateSet({ last_number: sql`ticket_number_counters.last_number + 1` }),
    )
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return last_number;
}

/** Writes a new ticket's row. */
export async function insertTicket(
  tx: TenantTx,
  ticket: NewTicket & { id: string; ticketNumber: number },
): Promise<void> {
  const { createdAt, status, priority, category } = ticket;
  await tx
    .insertInto("support_tickets")
    .values({
      id: ticket.id,
      ticket_number: ticket.ticketNumber,
      subject: ticket.subject,
      description: ticket.description,
      preview: ticket.preview,
      source: ticket.source,
      customer_id: ticket.customerId,
      created_by: ticket.createdBy,
      labels: ticket.tags ?? [],
      due_date: ticket.dueDate ?? null,
      assigned_to: ticket.assignee?.id ?? null,
      ...(status ? { status } : {}),
      ...(priority ? { priority } : {}),
      ...(category ? { category } : {}),
      ...(createdAt ? { created_at: createdAt, updated_at: createdAt } : {}),
    })
    .execute();
}

/** A ticket's row, locked until the transaction ends. */
export function selectTicketForUpdate(tx: TenantTx, id: string) {
  return tx
    .selectFrom("support_tickets")
    .select(["id", "ticket_number", "subject", "status", "is_archived", "customer_id"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Saves a status with updated_at = now (spec part 1, section 4). */
export async function updateTicketStatus(tx: TenantTx, id: string, status: TicketStatus): Promise<void> {
  await tx
    .updateTable("support_tickets")
    .set({ status, updated_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .execute();
}

/** Sets updated_at to now. */
export async function updateTicketTime(tx: TenantTx, id: string): Promise<void> {
  await tx.updateTable("support_tickets").set({ updated_at: sql`clock_timestamp()` }).where("id", "=", id).execute();
}

/** Appends to the activity trail. */
export async function insertActivity(
  tx: TenantTx,
  { ticketId, actorId, kind, details }: Required<Activity>,
): Promise<void> {
  await tx
    .insertInto("ticket_activities")
    .values({
      id: newId(),
      ticket_id: ticketId,
      actor_id: actorId,
      kind,
      details: JSON.stringify(details),
      // The clock's time, not the transaction's, so that a trail reads in the order in which the ticket was locked.
      created_at: sql`clock_timestamp()`,
    })
    .execute();
}

/** Whether the tenant has this ticket. */
export async function ticketExists(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.selectFrom("support_tickets").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}
