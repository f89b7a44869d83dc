import type { EventPayloads } from "@deskhand/contract/events";
import { type Expression, sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Gives a ticket to another customer, or to nobody, and sets updated_at to now. */
export async function updateCustomer(tx: TenantTx, ticketId: string, customerId: string | null): Promise<void> {
  await tx
    .updateTable("support_tickets")
    .set({ customer_id: customerId, came_with: null, updated_at: sql<string>`clock_timestamp()` })
    .where("id", "=", ticketId)
    .execute();
}

/** Selects the names of customers that still exist. It does not lock them, as an erasure holds that lock and waits for their tickets. */
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

/** Gives all tickets of a joined customer to the customer they are part of now, and records which one each came with. */
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
 * Gives tickets back to a customer who is separated again: those they came with, and those that a message from, or to, one of their
 * addresses began since.
 */
export async function takeTicketsBack(
  tx: TenantTx,
  { customerId, from, joinedAt }: EventPayloads["customer.parted"],
): Promise<void> {
  const openedBy = sql<string>`(select case when o.is_from_customer then lower(coalesce(o.answers_to, o.author_email))
      else (select r.email from message_recipients r where r.message_id = o.id and r.kind = 'to' order by r.position limit 1) end
    from ticket_messages o where coalesce(o.merged_from_id, o.ticket_id) = t.id and o.ticket_id in (t.id, t.merged_into_id)
      and o.message_type = 'email' order by o.created_at, o.id limit 1)`;
  await tx
    .updateTable("support_tickets as t")
    .set({ customer_id: customerId, came_with: null })
    .where("t.customer_id", "=", from)
    .where(
      sql<boolean>`(t.came_with = ${customerId} or (t.came_with is null and t.created_at >= ${joinedAt}::timestamptz
        and ${openedBy} = any (addresses_of(${customerId}::uuid))))`,
    )
    .execute();
}

/** Whether the ticket's customer wrote message `m`, is to be answered, or got it. Without a customer every message counts as theirs. */
const isWithCustomer = sql<boolean>`(cardinality(given.own) = 0 or lower(m.author_email) = any (given.own) or lower(m.answers_to) = any (given.own)
  or exists (select from message_recipients r where r.client_id = m.client_id and r.message_id = m.id and r.email = any (given.own))
  or exists (select from outgoing_mails o where o.client_id = m.client_id and o.message_id = m.id
    and (o.to_email = any (given.own) or o.details ->> 'customerId' = given.customer_id::text)))`;

/** Whether message `m` has no addresses: it was not mailed, or is older than the columns for them. */
const isUnaddressed = sql<boolean>`(m.author_email is null and m.answers_to is null
  and not exists (select from message_recipients r where r.client_id = m.client_id and r.message_id = m.id)
  and not exists (select from outgoing_mails o where o.client_id = m.client_id and o.message_id = m.id))`;

const audience = sql<
  "customer" | "side"
>`case when ${isWithCustomer} or ${isUnaddressed} then 'customer' else 'side' end`;

/** Lists a customer's tickets with messages of an outdated audience, in the order in which they have to be locked. */
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
 * Recomputes which messages of a ticket belong to its customer's conversation and which to a side conversation, after its customer or
 * messages changed (docs/product.md#whom-an-answer-goes-to). Senders and recipients stay as they are.
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
