import { type Expression, type SqlBool, sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { ticketsOf } from "./asked.queries.ts";
import { forgetStoreOfJoined } from "./joins.queries.ts";

/** Removes customers the store no longer has; returns the ids of the deleted, and of those kept for their tickets. */
export async function dropGoneCustomers(
  tx: TenantTx,
  shopifyIds: readonly string[],
): Promise<{ deleted: string[]; kept: string[] }> {
  if (shopifyIds.length === 0) return { deleted: [], kept: [] };
  await forgetStoreOfJoined(tx, shopifyIds);
  return dropStoreCustomers(tx, sql`shopify_customer_id = any (${shopifyIds}::text[])`);
}

/**
 * Removes the store's data from up to this many customers. Returns how many were deleted, and how many were kept for
 * their tickets.
 */
export async function removeStoreCustomers(tx: TenantTx, atMost: number): Promise<{ deleted: number; kept: number }> {
  await forgetStoreOfJoined(tx);
  // Customers without a store id may have figures too, of orders matched by address.
  const rows = await tx
    .selectFrom("customers")
    .select("id")
    .where(
      sql<boolean>`(shopify_customer_id is not null or shopify_values is not null or total_orders > 0
        or last_order_date is not null)`,
    )
    .orderBy("id")
    .limit(atMost)
    .execute();
  if (rows.length === 0) return { deleted: 0, kept: 0 };
  const ids = rows.map(({ id }) => id);
  const { deleted, kept } = await dropStoreCustomers(tx, sql`id = any (${ids}::uuid[])`);
  return { deleted: deleted.length, kept: kept.length };
}

/**
 * Removes the store's data from these customers: those of the store without tickets are deleted; the others keep name
 * and address but lose store id, figures and values, and a phone number that is the store's. Returns the ids of both.
 */
async function dropStoreCustomers(
  tx: TenantTx,
  condition: Expression<SqlBool>,
): Promise<{ deleted: string[]; kept: string[] }> {
  // Serializes with a ticket being opened for one of them; only then are tickets counted.
  await tx.selectFrom("customers").select("id").where(condition).orderBy("id").forUpdate().execute();
  const deleted = await tx
    .deleteFrom("customers")
    .where(condition)
    .where("shopify_customer_id", "is not", null)
    .where(sql<boolean>`not exists ${ticketsOf.answer(sql.ref("customers.id"))}`)
    .returning("id")
    .execute();
  const nothing = { shopify_customer_id: null, shopify_values: null, shopify_updated_at: null, last_order_date: null };
  const kept = await tx
    .updateTable("customers")
    .set({
      ...nothing,
      total_orders: 0,
      total_spent: "0",
      updated_at: sql<string>`clock_timestamp()`,
      phone: sql<string | null>`nullif(phone, shopify_values ->> 'phone')`,
    })
    .where(condition)
    .returning("id")
    .execute();
  return { deleted: deleted.map(({ id }) => id), kept: kept.map(({ id }) => id) };
}
