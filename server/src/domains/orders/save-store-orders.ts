import { createHash } from "node:crypto";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { lockStoreData, selectErased, selectGone } from "../customers/index.ts";
import type { FetchedOrder, StoreFulfillment, StoreLineItem } from "./store-order.ts";
import {
  confirmOrders,
  deleteParts,
  insertParts,
  linkOrders,
  type OrderRow,
  type PartRow,
  upsertOrders,
} from "./store-orders.queries.ts";

/** How many orders a push names; for more it says only that some changed. */
const maxNamed = 20;

/**
 * Saves orders of the store with all their parts, one statement per table: new ones, and those newer than the stored
 * ones, or equally new, different and requested no earlier (docs/product.md#orders-of-the-store). Returns the ids of
 * changed rows. `tell` false leaves telling screens to the caller.
 */
export async function saveStoreOrders(
  tx: TenantTx,
  orders: readonly FetchedOrder[],
  { tell = true }: { tell?: boolean } = {},
): Promise<string[]> {
  if (orders.length === 0) return [];
  await lockStoreData(tx);
  const answered = await withoutGone(tx, newestOfEach(orders));
  const nameless = new Set(answered.filter(namesNobody).map(({ shopifyId }) => shopifyId));
  const newest = await withoutErased(tx, answered);
  const rows = newest.map((order) => ({ ...orderRow(order), names_nobody: nameless.has(order.shopifyId) }));
  const written = await upsertOrders(tx, rows);
  if (written.length > 0) await replaceParts(tx, newest, written);
  await confirmOrders(tx, rows);
  const linked = await linkOrders(tx, rows);
  const changed = [...new Set([...written.map(({ id }) => id), ...linked])];
  if (tell && changed.length > 0) await tellOfOrders(tx, changed);
  return changed;
}

/** Tells the screens that orders changed, once per transaction; null where there are too many to name. */
export function tellOfOrders(tx: TenantTx, ids: readonly string[] | null): Promise<void> {
  return emit(tx, "orders.changed", { orderIds: ids && ids.length <= maxNamed ? [...ids] : null });
}

// A statement cannot write one row twice.
function newestOfEach(orders: readonly FetchedOrder[]): FetchedOrder[] {
  const newest = new Map<string, FetchedOrder>();
  for (const order of orders) {
    const other = newest.get(order.shopifyId);
    if (!other || isNewer(order, other)) newest.set(order.shopifyId, order);
  }
  return [...newest.values()];
}

function isNewer(order: FetchedOrder, other: FetchedOrder): boolean {
  const difference = Date.parse(order.updatedAt) - Date.parse(other.updatedAt);
  return difference > 0 || (difference === 0 && (order.askedAt ?? "") > (other.askedAt ?? ""));
}

// A late answer does not bring back an order deleted meanwhile.
async function withoutGone(tx: TenantTx, orders: readonly FetchedOrder[]): Promise<readonly FetchedOrder[]> {
  const goneIds = await selectGone(
    tx,
    "order",
    orders.map(({ shopifyId }) => shopifyId),
  );
  return orders.filter(({ shopifyId }) => !goneIds.has(shopifyId));
}

// Erased people do not come back with the store's data.
async function withoutErased(tx: TenantTx, orders: readonly FetchedOrder[]): Promise<readonly FetchedOrder[]> {
  const [erased, nobody] = await Promise.all([
    selectErased(
      tx,
      "order",
      orders.map(({ shopifyId }) => shopifyId),
    ),
    selectErased(
      tx,
      "customer",
      orders.flatMap(({ customerShopifyId }) => customerShopifyId ?? []),
    ),
  ]);
  if (erased.size + nobody.size === 0) return orders;
  return orders.map((order) =>
    erased.has(order.shopifyId) || nobody.has(order.customerShopifyId ?? "") ? withoutPerson(order) : order,
  );
}

function namesNobody({ customerShopifyId, email }: FetchedOrder): boolean {
  return customerShopifyId === null && email === null;
}

function withoutPerson(order: FetchedOrder): FetchedOrder {
  const nobody = { customerShopifyId: null, email: null, phone: null, shippingAddress: null, billingAddress: null };
  const fulfillments = order.fulfillments.map((shipped) => ({
    ...shipped,
    parcels: [],
    events: shipped.events.map((event) => ({ ...event, message: null, city: null, province: null, country: null })),
  }));
  return { ...order, ...nobody, fulfillments };
}

function orderRow({ askedAt, ...order }: FetchedOrder): Omit<OrderRow, "names_nobody"> {
  return {
    // Lists break ties by id, so ids sort as the orders do.
    id: newId(Math.max(0, Math.min(Date.parse(order.createdAt), Date.now()))),
    shopify_order_id: order.shopifyId,
    order_number: order.orderNumber,
    name: order.name,
    customer_shopify_id: order.customerShopifyId,
    email: order.email,
    phone: order.phone,
    total_price: order.totalPrice,
    total_refunded: order.totalRefunded,
    currency: order.currency,
    sums: order.sums,
    financial_status: order.financialStatus,
    fulfillment_status: order.fulfillmentStatus,
    shipping_address: order.shippingAddress,
    billing_address: order.billingAddress,
    shopify_created_at: order.createdAt,
    shopify_updated_at: order.updatedAt,
    paid_at: order.paidAt,
    cancelled_at: order.cancelledAt,
    cancel_reason: order.cancelReason,
    is_test: order.isTest,
    shopify_asked_at: askedAt,
    shopify_digest: createHash("sha256").update(JSON.stringify(order)).digest("base64url"),
  };
}

async function replaceParts(
  tx: TenantTx,
  orders: readonly FetchedOrder[],
  written: readonly { id: string; shopify_order_id: string }[],
): Promise<void> {
  const ids = new Map(written.map((row) => [row.shopify_order_id, row.id]));
  const theirs = orders.flatMap((order) => {
    const id = ids.get(order.shopifyId);
    return id ? [{ ...order, id }] : [];
  });
  const fulfillments = theirs.flatMap(({ id, fulfillments }) =>
    fulfillments.map((fulfillment) => ({ events: fulfillment.events, row: fulfillmentRow(id, fulfillment) })),
  );
  await deleteParts(tx, [...ids.values()]);
  await insertParts(
    tx,
    "shopify_order_line_items",
    theirs.flatMap(({ id, lineItems }) => lineItems.map((item, position) => lineItemRow(id, item, position))),
  );
  await insertParts(
    tx,
    "shopify_order_fulfillments",
    fulfillments.map(({ row }) => row),
  );
  await insertParts(
    tx,
    "shopify_fulfillment_events",
    fulfillments.flatMap(({ row, events }) =>
      events.map(({ happenedAt, ...event }) => ({
        ...event,
        id: newId(),
        fulfillment_id: row.id,
        happened_at: happenedAt,
      })),
    ),
  );
  const refunds = theirs.flatMap(({ id, refunds }) =>
    refunds.map(({ amount, refundedAt }) => ({ id: newId(), order_id: id, amount, refunded_at: refundedAt })),
  );
  await insertParts(tx, "shopify_order_refunds", refunds);
}

function lineItemRow(orderId: string, item: StoreLineItem, position: number): PartRow<"shopify_order_line_items"> {
  return {
    id: newId(),
    order_id: orderId,
    position,
    title: item.title,
    variant_title: item.variantTitle,
    sku: item.sku,
    quantity: item.quantity,
    current_quantity: item.currentQuantity,
    price: item.price,
    product_image_url: item.imageUrl,
    shopify_product_id: item.productId,
  };
}

function fulfillmentRow(orderId: string, shipped: StoreFulfillment): PartRow<"shopify_order_fulfillments"> {
  const first = shipped.parcels[0];
  return {
    id: newId(),
    order_id: orderId,
    shopify_fulfillment_id: shipped.shopifyId,
    status: shipped.status,
    display_status: shipped.displayStatus,
    parcels: shipped.parcels,
    tracking_number: first?.number ?? null,
    tracking_company: first?.company ?? null,
    tracking_url: first?.url ?? null,
    shopify_created_at: shipped.createdAt,
    shopify_updated_at: shipped.updatedAt,
    estimated_delivery_at: shipped.estimatedDeliveryAt,
    delivered_at: shipped.deliveredAt,
  };
}
