import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { findAddresses, insertErased } from "../customers/index.ts";

/**
 * Takes a customer out of all their orders (docs/product.md#erasing-a-customer): those that are linked to them, and those of
 * nobody else with one of their addresses. Numbers, amounts, items and states stay.
 */
export async function eraseOrdersOf(tx: TenantTx, { customerId }: { customerId: string }): Promise<void> {
  const emails = await findAddresses(tx, customerId);
  const rows = await tx
    .selectFrom("shopify_orders")
    .select(["id", "shopify_order_id"])
    .where((eb) =>
      eb.or([
        eb("customer_id", "=", customerId),
        eb.and([eb("customer_id", "is", null), eb("email", "=", sql<string>`any(${emails}::text[])`)]),
      ]),
    )
    .execute();
  await eraseOrders(tx, rows);
}

/** Takes whoever ordered out of orders that the platform names, unless they are known to be another customer's. */
export async function eraseOrdersNamed(
  tx: TenantTx,
  shopifyOrderIds: readonly string[],
  customerIds: readonly string[],
): Promise<void> {
  const rows = await tx
    .selectFrom("shopify_orders")
    .select(["id", "shopify_order_id"])
    .where(sql<boolean>`shopify_order_id = any (${shopifyOrderIds}::text[])`)
    .where((eb) =>
      eb.or([
        eb("customer_id", "is", null),
        ...(customerIds.length > 0 ? [eb("customer_id", "in", [...customerIds])] : []),
      ]),
    )
    .execute();
  await eraseOrders(tx, rows);
}

// Their numbers are noted: an order that is written anew comes without whoever ordered.
async function eraseOrders(tx: TenantTx, orders: readonly { id: string; shopify_order_id: string }[]): Promise<void> {
  if (orders.length === 0) return;
  await insertErased(
    tx,
    "order",
    orders.map((order) => order.shopify_order_id),
  );
  const ids = orders.map(({ id }) => id);
  const nobody = { email: null, phone: null, shipping_address: null, billing_address: null, customer_id: null };
  await tx
    .updateTable("shopify_orders")
    .set({ ...nobody, shopify_digest: null, updated_at: sql<string>`clock_timestamp()` })
    .where("id", "in", ids)
    .execute();
  // Whoever has the number of a parcel is told by its carrier where it went.
  await tx
    .updateTable("shopify_order_fulfillments")
    .set({ tracking_number: null, tracking_url: null, parcels: "[]" })
    .where("order_id", "in", ids)
    .execute();
  const parcels = tx.selectFrom("shopify_order_fulfillments").select("id").where("order_id", "in", ids);
  await tx
    .updateTable("shopify_fulfillment_events")
    .set({ message: null, city: null, province: null, country: null })
    .where("fulfillment_id", "in", parcels)
    .execute();
}
