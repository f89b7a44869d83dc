import * as z from "zod";
import type { AdminApi } from "../../../platform/shopify/admin-api.ts";
import type { StoreCustomer } from "../../customers/index.ts";
import type { AskedOrder } from "../../orders/index.ts";
import { idField, timeField } from "./answer-fields.ts";
import { completeOrder } from "./complete-order.ts";
import { faultOf } from "./fault-of.ts";
import { orderSchema } from "./order-schema.ts";
import { toStoreOrder } from "./to-store-order.ts";

/** Where an order stands in the store's lists. */
export type OrderPlace = { shopifyId: string; createdAt: string; updatedAt: string };

/** Orders as they were answered, one by one: those that could be read, and what is wrong with the others. */
export type ReadOrders = {
  /** Of all whose times can be read, in their order. */
  places: OrderPlace[];
  orders: AskedOrder[];
  customers: StoreCustomer[];
  /** What is wrong with the others; the id is null where even that cannot be read. */
  unreadable: Unreadable[];
};
export type Unreadable = { shopifyId: string | null; fault: string };

/**
 * Reads orders as the Admin API answered them, asking for what did not come with them: all line items, shipments and their
 * events, refunds. One that cannot be read leaves the others. `askedAt` is when they were asked for. Rejects with a StoreFault.
 */
export async function readOrders(store: AdminApi, nodes: readonly unknown[], askedAt: string): Promise<ReadOrders> {
  const read: ReadOrders = { places: [], orders: [], customers: [], unreadable: [] };
  for (const node of nodes) {
    const place = placeSchema.safeParse(node);
    if (place.success) read.places.push(place.data);
    const parsed = orderSchema.safeParse(node);
    if (!parsed.success) {
      read.unreadable.push({ shopifyId: idOf(node), fault: faultOf(parsed.error) });
      continue;
    }
    const whole = await completeOrder(store, parsed.data);
    if (!whole.success) {
      read.unreadable.push({ shopifyId: idOf(node), fault: whole.fault });
      continue;
    }
    read.orders.push({ ...toStoreOrder(whole.data), askedAt });
    if (whole.data.customer) read.customers.push(whole.data.customer);
  }
  return read;
}

const placeSchema = z
  .object({ legacyResourceId: idField, createdAt: timeField, updatedAt: timeField })
  .transform(({ legacyResourceId: shopifyId, createdAt, updatedAt }) => ({ shopifyId, createdAt, updatedAt }));
const withId = z.object({ legacyResourceId: idField });

/** The store's id of an answered order; null where that cannot be read. */
export function idOf(node: unknown): string | null {
  return withId.safeParse(node).data?.legacyResourceId ?? null;
}
