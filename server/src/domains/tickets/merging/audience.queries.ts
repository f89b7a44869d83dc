import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

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
