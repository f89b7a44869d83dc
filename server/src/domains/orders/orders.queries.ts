import type { Insertable } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";

type LineItem = Omit<Insertable<Database["shopify_order_line_items"]>, "order_id" | "position">;
type Fulfillment = Omit<Insertable<Database["shopify_order_fulfillments"]>, "order_id">;
/** An order as the store's platform has it; prices per piece, in the order's currency. */
export type ImportedOrder = Insertable<Database["shopify_orders"]> & {
  lineItems: LineItem[];
  fulfillments: Fulfillment[];
};

/** Inserts orders with the ids and times they bring. */
async function insertOrders(tx: TenantTx, orders: ImportedOrder[]): Promise<void> {
  const rows = orders.map(({ lineItems, fulfillments, ...order }) => order);
  await tx.insertInto("shopify_orders").values(rows).execute();
}

/** Inserts line items in their order. */
async function insertLineItems(tx: TenantTx, orders: ImportedOrder[]): Promise<void> {
  const rows = orders.flatMap(({ id, lineItems }) =>
    lineItems.map((item, position) => ({ ...item, order_id: id, position })),
  );
  if (rows.length > 0) await tx.insertInto("shopify_order_line_items").values(rows).execute();
}

/** Inserts shipments. */
async function insertFulfillments(tx: TenantTx, orders: ImportedOrder[]): Promise<void> {
  const rows = orders.flatMap(({ id, fulfillments }) =>
    fulfillments.map((fulfillment) => ({ ...fulfillment, order_id: id })),
  );
  if (rows.length > 0) await tx.insertInto("shopify_order_fulfillments").values(rows).execute();
}

/** Inserts orders with line items and fulfillments, with the ids and times they bring. */
export async function importOrders(tx: TenantTx, orders: ImportedOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await insertOrders(tx, orders);
  await insertLineItems(tx, orders);
  await insertFulfillments(tx, orders);
}
