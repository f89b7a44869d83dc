import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

// More than a customer usually orders in a lifetime.
const maxItems = 300;

/** Lists the names of a store and its people. */
export async function selectStoreNames(tx: TenantTx): Promise<string[]> {
  const rows = await tx
    .selectFrom("clients")
    .select("store_name as name")
    .where("id", "=", tx.tenantId)
    .$castTo<{ name: string | null }>()
    .union(tx.selectFrom("email_settings").select("sender_name as name"))
    .union(tx.selectFrom("users").select("name").where("is_active", "=", true))
    .execute();
  return rows.flatMap(({ name }) => name || []);
}

/** Selects a ticket's customer, with nulls if it has none; undefined for an unknown ticket. */
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

/** Lists the names of a customer's ordered items and their carriers. */
export async function selectOrderedNames(tx: TenantTx, customerId: string): Promise<string[]> {
  const orders = tx
    .selectFrom("shopify_orders")
    .select("id")
    .where("customer_id", "=", customerId)
    .orderBy("shopify_created_at", "desc")
    .limit(maxItems);
  const items = tx
    .selectFrom("shopify_order_line_items")
    .select(sql<string | null>`unnest(array[title, variant_title, sku])`.as("name"))
    .distinct()
    .where("order_id", "in", orders)
    .limit(maxItems);
  const rows = await tx
    .selectFrom(items.as("item"))
    .select("name")
    .union(
      tx.selectFrom("shopify_order_fulfillments").select("tracking_company as name").where("order_id", "in", orders),
    )
    .execute();
  return rows.flatMap(({ name }) => name || []);
}
