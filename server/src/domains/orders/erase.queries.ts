import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { Question } from "../../platform/questions.ts";
import { findAddresses, insertErased } from "../customers/index.ts";

/** What else knows whom these orders were for, and forgets it before the customer is erased from them or they are deleted. */
export const ofErased = new Question<
  (tx: TenantTx, orderIds: readonly string[], because: "erased" | "deleted") => Promise<void>
>("what knows whom an order was for");

/**
 * Removes a customer from all their orders (docs/product.md#erasing-a-customer): linked ones, and unlinked ones with
 * one of their addresses. Numbers, amounts, items and states stay.
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

/** Removes the buyer from orders named by the platform, unless they are known to be another customer's. */
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

// Records their numbers, so that a later sync saves them without a buyer.
async function eraseOrders(tx: TenantTx, orders: readonly { id: string; shopify_order_id: string }[]): Promise<void> {
  if (orders.length === 0) return;
  await insertErased(
    tx,
    "order",
    orders.map((order) => order.shopify_order_id),
  );
  const ids = orders.map(({ id }) => id);
  await ofErased.answer(tx, ids, "erased");
  const nobody = { email: null, phone: null, shipping_address: null, billing_address: null, customer_id: null };
  await tx
    .updateTable("shopify_orders")
    .set({ ...nobody, shopify_digest: null, updated_at: sql<string>`clock_timestamp()` })
    .where("id", "in", ids)
    .execute();
  // A carrier tells where a parcel went to anybody who knows its number.
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

/** The store shows orders of so many days without a further permission; it has older ones, but hides them. */
const shownDays = 59;

/** An order missing in the store's answer; `isDeleted` says that its deletion was reported. */
type GoneOrder = { id: string; isDeleted: boolean };

/**
 * Deletes orders the store no longer has, with all their parts. One that may merely be too old to be shown
 * (shopify.dev: read_all_orders) is deleted only when its deletion was reported. Returns the ids of the rows.
 */
export async function deleteGoneOrders(tx: TenantTx, missing: readonly GoneOrder[]): Promise<string[]> {
  if (missing.length === 0) return [];
  const deleted = missing.flatMap(({ id, isDeleted }) => (isDeleted ? [id] : []));
  const rows = await tx
    .selectFrom("shopify_orders")
    .select("id")
    .where(sql<boolean>`shopify_order_id = any (${missing.map(({ id }) => id)}::text[])`)
    .where(
      sql<boolean>`(shopify_order_id = any (${deleted}::text[])
        or shopify_created_at > now() - make_interval(days => ${shownDays}))`,
    )
    .forUpdate()
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  await ofErased.answer(tx, ids, "deleted");
  await tx.deleteFrom("shopify_orders").where(sql<boolean>`id = any (${ids}::uuid[])`).execute();
  return ids;
}

/** The store's ids of orders it should show, sorted by digits, those after `after`. */
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

/** Deletes up to so many orders of the tenant with all their parts; returns how many. */
export async function deleteOrders(tx: TenantTx, atMost: number): Promise<number> {
  const rows = await tx.selectFrom("shopify_orders").select("id").orderBy("id").limit(atMost).execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await ofErased.answer(tx, ids, "deleted");
  const ofOrders = sql<boolean>`order_id = any (${ids}::uuid[])`;
  // Each table at once: cascading keys would search for the parts of each order in turn.
  const shipments = tx.selectFrom("shopify_order_fulfillments").select("id").where(ofOrders);
  await tx.deleteFrom("shopify_fulfillment_events").where("fulfillment_id", "in", shipments).execute();
  for (const table of ["shopify_order_refunds", "shopify_order_fulfillments", "shopify_order_line_items"] as const)
    await tx.deleteFrom(table).where(ofOrders).execute();
  await tx.deleteFrom("shopify_orders").where(sql<boolean>`id = any (${ids}::uuid[])`).execute();
  return ids.length;
}
