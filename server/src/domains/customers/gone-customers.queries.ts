import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/**
 * Takes customers out whom the store no longer has: those without tickets go, the others stay without the store's id and
 * figures. Returns the ids of both.
 */
export async function dropGoneCustomers(
  tx: TenantTx,
  shopifyIds: readonly string[],
): Promise<{ deleted: string[]; kept: string[] }> {
  if (shopifyIds.length === 0) return { deleted: [], kept: [] };
  const gone = sql<boolean>`shopify_customer_id = any (${shopifyIds}::text[])`;
  // Whoever opens a ticket for one of them at this moment is waited for, or waits: only then is looked who has tickets.
  await tx.selectFrom("customers").select("id").where(gone).orderBy("id").forUpdate().execute();
  const deleted = await tx
    .deleteFrom("customers")
    .where(gone)
    .where(sql<boolean>`not exists (select from support_tickets t where t.customer_id = customers.id)`)
    .returning("id")
    .execute();
  const nothing = { shopify_customer_id: null, shopify_values: null, shopify_updated_at: null, last_order_date: null };
  const kept = await tx
    .updateTable("customers")
    .set({ ...nothing, total_orders: 0, total_spent: "0", updated_at: sql<string>`clock_timestamp()` })
    .where(gone)
    .returning("id")
    .execute();
  return { deleted: deleted.map(({ id }) => id), kept: kept.map(({ id }) => id) };
}
