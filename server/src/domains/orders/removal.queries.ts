import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** Deletes so many orders of the tenant with all that belongs to them; returns how many there were. */
export async function deleteOrders(tx: TenantTx, atMost: number): Promise<number> {
  const rows = await tx.selectFrom("shopify_orders").select("id").orderBy("id").limit(atMost).execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const ofOrders = sql<boolean>`order_id = any (${ids}::uuid[])`;
  // Each table at once: left to the keys, each order would look for its own.
  const shipments = tx.selectFrom("shopify_order_fulfillments").select("id").where(ofOrders);
  await tx.deleteFrom("shopify_fulfillment_events").where("fulfillment_id", "in", shipments).execute();
  for (const table of ["shopify_order_refunds", "shopify_order_fulfillments", "shopify_order_line_items"] as const)
    await tx.deleteFrom(table).where(ofOrders).execute();
  await tx.deleteFrom("shopify_orders").where(sql<boolean>`id = any (${ids}::uuid[])`).execute();
  return ids.length;
}
