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

/** Orders are shown by the store for so long without a further right; older ones it has, but does not show. */
const shownDays = 59;

/** An order that the store did not give; `isDeleted` says that it told of its deletion. */
type GoneOrder = { id: string; isDeleted: boolean };

/**
 * Deletes orders that the store no longer has with all that belongs to them; one that may merely be too old to be shown
 * (shopify.dev: read_all_orders) only when the store said that it was deleted. Returns the ids of the rows.
 */
export async function deleteGoneOrders(tx: TenantTx, gone: readonly GoneOrder[]): Promise<string[]> {
  if (gone.length === 0) return [];
  const deleted = gone.flatMap(({ id, isDeleted }) => (isDeleted ? [id] : []));
  const rows = await tx
    .deleteFrom("shopify_orders")
    .where(sql<boolean>`shopify_order_id = any (${gone.map(({ id }) => id)}::text[])`)
    .where(
      sql<boolean>`(shopify_order_id = any (${deleted}::text[])
        or shopify_created_at > now() - make_interval(days => ${shownDays}))`,
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The store's numbers of orders that it has to show, in the order of their digits, those after `after`. */
export async function selectShownIds(tx: TenantTx, after: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("shopify_orders")
    .select("shopify_order_id as id")
    .where("shopify_order_id", ">", after)
    .where(sql<boolean>`shopify_created_at > now() - make_interval(days => ${shownDays})`)
    .orderBy("shopify_order_id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

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
