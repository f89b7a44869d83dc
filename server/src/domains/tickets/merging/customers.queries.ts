import type { EventPayloads } from "@deskhand/contract/events";
import { type Expression, sql } from "kysely";
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

/** Whether one of a ticket's customer's addresses wrote a message `m`, gets the answer to it or got it; of nobody's all are as the customer's. */
const isOnIt = sql<boolean>`(cardinality(given.own) = 0 or lower(m.author_email) = any (given.own) or lower(m.answers_to) = any (given.own)
  or exists (select from message_recipients r where r.client_id = m.client_id and r.message_id = m.id and r.email = any (given.own))
  or exists (select from outgoing_mails o where o.client_id = m.client_id and o.message_id = m.id
    and (o.to_email = any (given.own) or o.details ->> 'customerId' = given.customer_id::text)))`;

/** Whether nothing says who wrote or got a message `m`: one that was not mailed, or was kept before that was kept. */
const isUnaddressed = sql<boolean>`(m.author_email is null and m.answers_to is null
  and not exists (select from message_recipients r where r.client_id = m.client_id and r.message_id = m.id)
  and not exists (select from outgoing_mails o where o.client_id = m.client_id and o.message_id = m.id))`;

const audience = sql<"customer" | "side">`case when ${isOnIt} or ${isUnaddressed} then 'customer' else 'side' end`;

/** The tickets of a customer on which the audience of a message is to be decided anew, in one order for whoever locks them. */
export async function selectUndecided(tx: TenantTx, customerId: string): Promise<string[]> {
  const given = tx
    .selectNoFrom([
      sql<string>`${customerId}::uuid`.as("customer_id"),
      sql<string[]>`addresses_of(${customerId}::uuid)`.as("own"),
    ])
    .as("given");
  const rows = await tx
    .selectFrom(given)
    .innerJoin("support_tickets as t", "t.customer_id", "given.customer_id")
    .innerJoin("ticket_messages as m", "m.ticket_id", "t.id")
    .select("t.id")
    .distinct()
    .where("m.message_type", "=", "email")
    .where(sql<boolean>`m.audience <> ${audience}`)
    .orderBy("t.id")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Decides anew which messages of a ticket are of its customer's conversation and which of a side one, where it has another customer
 * or other messages (docs/product.md#whom-an-answer-goes-to). Whom they are from and to stays as it is.
 */
export async function decideAudience(tx: TenantTx, ticketId: string): Promise<void> {
  const given = tx
    .selectFrom("support_tickets as t")
    .select("t.customer_id")
    .select(sql<string[]>`addresses_of(t.customer_id)`.as("own"))
    .where("t.id", "=", ticketId)
    .as("given");
  await tx
    .updateTable("ticket_messages as m")
    .from(given)
    .set({ audience })
    .where("m.ticket_id", "=", ticketId)
    .where("m.message_type", "=", "email")
    .where(sql<boolean>`m.audience <> ${audience}`)
    .execute();
}

/** The ids of a customer's tickets, as a subquery. */
export function ticketsOfCustomer(customerId: Expression<string>) {
  return sql<{ id: string }>`(select id from support_tickets where customer_id = ${customerId})`;
}
