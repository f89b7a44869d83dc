import * as z from "zod";
import type { AdminApi } from "../../../platform/shopify/admin-api.ts";
import type { StoreCustomer } from "../../customers/index.ts";
import type { StoreOrder } from "../../orders/index.ts";
import { completeOrder } from "./complete-order.ts";
import { orderSchema } from "./order-schema.ts";
import { toStoreOrder } from "./to-store-order.ts";

/** Orders as they were answered, one by one: those that could be read, and what is wrong with the others. */
export type ReadOrders = {
  orders: StoreOrder[];
  customers: StoreCustomer[];
  /** "5123456789: totalPriceSet.shopMoney.amount is no amount" */
  unreadable: string[];
};

/**
 * Reads orders as the Admin API answered them, asking for what did not come with them: all line items, shipments and their
 * events, refunds. One that cannot be read leaves the others. Rejects with a StoreFault.
 */
export async function readOrders(store: AdminApi, nodes: readonly unknown[]): Promise<ReadOrders> {
  const read: ReadOrders = { orders: [], customers: [], unreadable: [] };
  for (const node of nodes) {
    const parsed = orderSchema.safeParse(node);
    if (!parsed.success) {
      read.unreadable.push(`${idOf(node)}: ${faultOf(parsed.error)}`);
      continue;
    }
    const whole = await completeOrder(store, parsed.data);
    if (!whole.success) {
      read.unreadable.push(`${idOf(node)}: ${faultOf(whole.error)}`);
      continue;
    }
    read.orders.push(toStoreOrder(whole.data));
    if (whole.data.customer) read.customers.push(whole.data.customer);
  }
  return read;
}

const withId = z.object({ legacyResourceId: z.union([z.string().max(20), z.int()]) });

function idOf(node: unknown): string {
  const { data } = withId.safeParse(node);
  return data ? String(data.legacyResourceId) : "an order without id";
}

function faultOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue ? `${issue.path.join(".")} ${issue.message}`.slice(0, 200) : "cannot be read";
}
