import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

// What one customer ordered in a lifetime; more would only be the same things again.
const mostItems = 300;

/** The names of a store and of its staff. */
export async function selectStoreNames(tx: TenantTx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select store_name as name from clients where id = ${tx.tenantId}
    union select sender_name from email_settings where sender_name is not null
    union select name from users where is_active and name <> ''`.execute(tx);
  return rows.map(({ name }) => name);
}

/** A ticket's customer, as far as there is one; undefined when there is no such ticket. */
export function selectTicketCustomer(tx: TenantTx, ticketId: string) {
  return tx
    .selectFrom("support_tickets as t")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "t.client_id").onRef("c.id", "=", "t.customer_id"),
    )
    .select(["c.id as id", "c.name as name"])
    .where("t.id", "=", ticketId)
    .executeTakeFirst();
}

/** What a customer ordered, and who carried it. */
export async function selectOrderedNames(tx: TenantTx, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with mine as (
      select client_id, id from shopify_orders where customer_id = ${customerId}
      order by shopify_created_at desc limit ${mostItems}
    )
    (select distinct unnest(array[i.title, i.variant_title, i.sku]) as name from mine
      join shopify_order_line_items i on i.client_id = mine.client_id and i.order_id = mine.id limit ${mostItems})
    union select f.tracking_company from mine
      join shopify_order_fulfillments f on f.client_id = mine.client_id and f.order_id = mine.id`.execute(tx);
  return rows.flatMap(({ name }) => name || []);
}
