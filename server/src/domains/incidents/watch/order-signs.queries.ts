import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** What an order's customer may share with others, without its parcel. */
export function selectOrderSigns(tx: TenantTx, orderId: string) {
  return tx
    .selectFrom("shopify_orders as o")
    .select([
      sql<string | null>`nullif(o.shipping_address ->> 'country', '')`.as("country"),
      sql<string | null>`nullif(o.shipping_address ->> 'province', '')`.as("province"),
      sql<string[]>`array(select distinct l.sku from shopify_order_line_items l
        where l.client_id = o.client_id and l.order_id = o.id and l.sku <> '' order by l.sku limit 10)`.as("skus"),
    ])
    .where("o.id", "=", orderId)
    .executeTakeFirst();
}
