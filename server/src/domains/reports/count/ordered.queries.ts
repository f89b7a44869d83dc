import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { OrderedThings } from "./traits-of.ts";

/** The order that a colleague saved for a ticket; undefined where none was, or the store has no such order. */
export function selectSavedOrder(tx: TenantTx, ticketId: string): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom("ticket_orders as saved")
    .innerJoin("shopify_orders as o", (join) =>
      join
        .onRef("o.client_id", "=", "saved.client_id")
        .on(sql<boolean>`saved.order_number in (o.order_number, '#' || o.order_number, o.name)`),
    )
    .select("o.id")
    .where("saved.ticket_id", "=", ticketId)
    .limit(1)
    .executeTakeFirst();
}

/** Whether the store has any orders. */
export async function hasOrders(tx: TenantTx): Promise<boolean> {
  return (await tx.selectFrom("shopify_orders").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** The products of some orders, and the carriers of their parcels. */
export async function selectOrderedThings(tx: TenantTx, orderIds: readonly string[]): Promise<OrderedThings> {
  const ids = sql`any(${orderIds}::uuid[])`;
  return tx
    .selectNoFrom([
      sql<
        string[]
      >`array(select distinct l.sku from shopify_order_line_items l where l.order_id = ${ids} and l.sku <> '' order by 1)`.as(
        "skus",
      ),
      sql<string[]>`array(select distinct f.tracking_company from shopify_order_fulfillments f
        where f.order_id = ${ids} and f.tracking_company <> '' order by 1)`.as("carriers"),
    ])
    .executeTakeFirstOrThrow();
}
