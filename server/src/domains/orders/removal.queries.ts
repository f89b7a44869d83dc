import type { TenantTx } from "../../platform/db/tenant.ts";

/** Deletes every order of the tenant with all that belongs to it; returns how many there were. */
export async function deleteAllOrders(tx: TenantTx): Promise<number> {
  // Each at once: left to the keys, each order would look for its own.
  await tx.deleteFrom("shopify_fulfillment_events").execute();
  await tx.deleteFrom("shopify_order_refunds").execute();
  await tx.deleteFrom("shopify_order_fulfillments").execute();
  await tx.deleteFrom("shopify_order_line_items").execute();
  const { numDeletedRows } = await tx.deleteFrom("shopify_orders").executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
