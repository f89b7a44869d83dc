import { limits } from "@deskhand/contract/limits";
import type { CustomerOrder, OrderCard, OrderStats } from "@deskhand/contract/orders";
import type { Money } from "@deskhand/contract/page";
import type { PaymentFilter } from "@deskhand/contract/vocabulary";
import { type CompiledQuery, sql } from "kysely";
import { compose } from "../../platform/db/compose.ts";
import { lineItemJson } from "./order-detail.queries.ts";

/** The cursor of the list: after the order with this time and id. */
export type OrderCursor = { createdAt: string; id: string };
/** Which orders: those of which something holds a text, and of a payment status; all where nothing is asked. */
type Found = { search: string; status: PaymentFilter | null };

const lineItems = sql<OrderCard["lineItems"]>`coalesce((select json_agg(${lineItemJson} order by i.position) from (
    select * from shopify_order_line_items where client_id = o.client_id and order_id = o.id
    order by position limit ${sql.lit(limits.lineItemsOnCard)}) i), '[]')`;

const lineItemCount = sql<number>`(select count(*) from shopify_order_line_items i
  where i.client_id = o.client_id and i.order_id = o.id)`;

// Its first parcel stands in a shipment's own columns.
const tracking = sql<OrderCard["tracking"]>`(select
    json_build_object('number', f.tracking_number, 'company', f.tracking_company)
  from shopify_order_fulfillments f
  where f.client_id = o.client_id and f.order_id = o.id and f.tracking_number <> ''
  order by f.shopify_created_at, f.id limit 1)`;

const customer = sql<OrderCard["customer"]>`case when c.id is not null then
  json_build_object('id', c.id, 'name', c.name, 'email', c.email) end`;

/** How many orders of a payment status there are, or of all, counted to one more than the cap. */
const countOf = (status: PaymentFilter | null) => sql<number>`(select count(*) from (
  select from shopify_orders ${status === null ? sql`` : sql`where financial_status = ${status}`}
  limit ${sql.lit(limits.searchCountCap + 1)}) as counted)`;

/** How many orders are found, as each of those from the beginning says; `isWhole` unless there may be more. */
export type Counted = { count?: number; isWhole?: boolean };

/** Up to `limit` orders, the newest first, after a cursor or from the beginning. */
export function orderPageQuery({
  search,
  status,
  createdAt,
  id,
  limit,
}: Found & { limit: number } & Partial<OrderCursor>): CompiledQuery<OrderCard & Counted> {
  return compose
    .selectFrom("shopify_orders as o")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "o.client_id").onRef("c.id", "=", "o.customer_id"),
    )
    .select(["o.id", "o.shopify_order_id as shopifyOrderId", "o.name", "o.email", "o.total_price as totalPrice"])
    .select(["o.currency", "o.financial_status as financialStatus", "o.fulfillment_status as fulfillmentStatus"])
    .select(["o.shopify_created_at as createdAt", "o.cancelled_at as cancelledAt"])
    .select([customer.as("customer"), lineItems.as("lineItems"), lineItemCount.as("lineItemCount")])
    .select(tracking.as("tracking"))
    .$if(search === "" && id === undefined, (query) => query.select(countOf(status).as("count")))
    .$if(search === "" && status !== null, (query) => query.where("o.financial_status", "=", status))
    .$if(search === "" && id !== undefined, (query) =>
      query.where(sql<boolean>`(o.shopify_created_at, o.id) < (${createdAt}::timestamptz, ${id}::uuid)`),
    )
    .$if(search !== "", (query) =>
      query
        .innerJoin(
          sql<{ id: string; orders: number; is_whole: boolean }>`list_orders(
            ${search}, ${status}, ${createdAt ?? null}, ${id ?? null}, ${limit})`.as("found"),
          "found.id",
          "o.id",
        )
        .select(["found.orders as count", "found.is_whole as isWhole"]),
    )
    .orderBy("o.shopify_created_at", "desc")
    .orderBy("o.id", "desc")
    .limit(limit)
    .compile();
}

type FigureRow = { currency: string; financial_status: string | null; orders: number; priced: number; revenue: Money };

const byStatus = sql<OrderStats["ordersByStatus"]>`(select coalesce(json_object_agg(s.status, s.orders), '{}') from (
  select coalesce(nullif(financial_status, ''), 'unknown') as status, sum(orders) as orders from figures group by 1) s)`;

const byCurrency = sql<OrderStats["currencies"]>`(select coalesce(json_agg(json_build_object('currency', c.currency,
    'orders', c.orders, 'revenue', c.revenue::text, 'average', round(c.revenue / nullif(c.priced, 0), 3)::text)
    order by c.orders desc, c.currency), '[]') from (
  select currency, sum(orders) as orders, sum(priced) as priced, sum(revenue) as revenue from figures group by 1) c)`;

/** What is said of all orders together. */
export function orderStatsQuery(): CompiledQuery<OrderStats> {
  return compose
    .with("figures", (db) => db.selectFrom(sql<FigureRow>`order_figures()`.as("f")).selectAll())
    .selectFrom("figures")
    .select([
      sql<number>`coalesce(sum(orders), 0)`.as("totalOrders"),
      sql<number>`coalesce(sum(orders) filter (where financial_status = 'paid'), 0)`.as("paidOrders"),
      ...[byStatus.as("ordersByStatus"), byCurrency.as("currencies")],
    ])
    .compile();
}

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
