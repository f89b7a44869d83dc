import type { EventPayloads } from "@deskhand/contract/events";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Gives a ticket to another customer, or to nobody, with updated_at = now. */
export async function updateCustomer(tx: TenantTx, ticketId: string, customerId: string | null): Promise<void> {
  await tx
    .updateTable("support_tickets")
    .set({ customer_id: customerId, came_with: null, updated_at: sql<string>`clock_timestamp()` })
    .where("id", "=", ticketId)
    .execute();
}

/** How customers are named, by their ids; none who is gone. They are not locked: whoever erases one waits for their tickets. */
export async function selectNames(
  tx: TenantTx,
  ids: readonly (string | null)[],
): Promise<{ id: string; name: string | null; email: string | null }[]> {
  return tx
    .selectFrom("customers")
    .select(["id", "name", "email"])
    .where("id", "=", sql<string>`any(${ids.filter((id) => id !== null)}::uuid[])`)
    .execute();
}

/** Gives all tickets of a customer who was joined to the one they are now, each with whom it came. */
export async function moveTicketsOf(
  tx: TenantTx,
  { customerId, into }: EventPayloads["customer.joined"],
): Promise<void> {
  await tx
    .updateTable("support_tickets")
    .set({ customer_id: into, came_with: sql<string>`coalesce(came_with, ${customerId}::uuid)` })
    .where("customer_id", "=", customerId)
    .execute();
}

/**
 * Gives tickets back to a customer who parts: those that came with them, and those that began since they were joined by a message from one of
 * their addresses, or to one alone.
 */
export async function takeTicketsBack(
  tx: TenantTx,
  { customerId, from, joinedAt }: EventPayloads["customer.parted"],
): Promise<void> {
  const openings = sql<string>`(select case when o.is_from_customer then lower(coalesce(o.answers_to, o.author_email))
      else (select r.email from message_recipients r where r.message_id = o.id and r.kind = 'to' order by r.position limit 1) end
    from ticket_messages o where coalesce(o.merged_from_id, o.ticket_id) = t.id and o.ticket_id in (t.id, t.merged_into_id)
      and o.message_type = 'email' order by o.created_at, o.id limit 1)`;
  await tx
    .updateTable("support_tickets as t")
    .set({ customer_id: customerId, came_with: null })
    .where("t.customer_id", "=", from)
    .where(
      sql<boolean>`(t.came_with = ${customerId} or (t.came_with is null and t.created_at >= ${joinedAt}::timestamptz
        and ${openings} = any (addresses_of(${customerId}::uuid))))`,
    )
    .execute();
}
