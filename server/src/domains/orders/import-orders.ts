import type { TenantTx } from "../../platform/db/tenant.ts";
import { type ImportedOrder, insertFulfillments, insertLineItems, insertOrders } from "./orders.queries.ts";

/** Adds orders with their line items and fulfillments as they are, with their ids and times. */
export async function importOrders(tx: TenantTx, orders: ImportedOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await insertOrders(tx, orders);
  await insertLineItems(tx, orders);
  await insertFulfillments(tx, orders);
}
