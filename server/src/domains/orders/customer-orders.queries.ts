import type { CustomerOrder } from "@deskhand/contract/orders";
import { type CompiledQuery, sql } from "kysely";
import { compose } from "../../platform/db/compose.ts";

type Page = { customerId: string; createdAt?: string; id?: string; limit: number };

/** Up to `limit` orders of a customer, the newest first, after the one with a time and id or from the beginning. */
export function customerOrdersQuery({ customerId, createdAt, id, limit }: Page): CompiledQuery<CustomerOrder> {
  return compose
    .selectFrom("shopify_orders as o")
    .select(["o.id", "o.name", "o.total_price as totalPrice", "o.currency", "o.financial_status as financialStatus"])
    .select(["o.fulfillment_status as fulfillmentStatus", "o.shopify_created_at as createdAt"])
    .select([
      sql<number>`(select coalesce(sum(quantity), 0) from shopify_order_line_items where order_id = o.id)`.as(
        "itemCount",
      ),
    ])
    .where("o.customer_id", "=", customerId)
    .$if(id !== undefined, (query) =>
      query.where(sql<boolean>`(o.shopify_created_at, o.id) < (${createdAt}::timestamptz, ${id}::uuid)`),
    )
    .orderBy("o.shopify_created_at", "desc")
    .orderBy("o.id", "desc")
    .limit(limit)
    .compile();
}
