import { limits } from "@deskhand/contract/limits";
import type { CustomerOrder, OrderCard, OrderDetail, OrderStats } from "@deskhand/contract/orders";
import type { Money } from "@deskhand/contract/page";
import type { PaymentFilter } from "@deskhand/contract/vocabulary";
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { compose } from "../../platform/db/statement.ts";
import { Question } from "../../platform/questions.ts";

/** A line item's row `i` in the contract's form. */
const lineItemJson = sql`json_build_object('id', i.id, 'title', i.title, 'variantTitle', i.variant_title, 'sku', i.sku,
  'quantity', i.quantity, 'currentQuantity', i.current_quantity, 'price', i.price::text, 'total', (i.price * i.quantity)::text,
  'imageUrl', case when i.product_image_url ~* '^(https://|http://localhost:[0-9]+/)' then i.product_image_url end,
  'shopifyProductId', i.shopify_product_id)`;

/** The time and id of a page's last order. */
export type OrderCursor = { createdAt: string; id: string };
/** A filter by text and payment status; all orders where empty. */
type Found = { search: string; status: PaymentFilter | null };

const lineItems = sql<OrderCard["lineItems"]>`coalesce((select json_agg(${lineItemJson} order by i.position) from (
    select * from shopify_order_line_items where client_id = o.client_id and order_id = o.id
    order by position limit ${sql.lit(limits.lineItemsOnCard)}) i), '[]')`;

const lineItemCount = sql<number>`(select count(*) from shopify_order_line_items i
  where i.client_id = o.client_id and i.order_id = o.id)`;

// The first parcel is stored in the shipment's own columns.
const tracking = sql<OrderCard["tracking"]>`(select
    json_build_object('number', f.tracking_number, 'company', f.tracking_company)
  from shopify_order_fulfillments f
  where f.client_id = o.client_id and f.order_id = o.id and f.tracking_number <> ''
  order by f.shopify_created_at, f.id limit 1)`;

const customer = sql<OrderCard["customer"]>`case when c.id is not null then
  json_build_object('id', c.id, 'name', c.name, 'email', c.email) end`;

/** Counts the orders of a payment status, or all, up to one more than the cap. */
const countOf = (status: PaymentFilter | null) => sql<number>`(select count(*) from (
  select from shopify_orders ${status === null ? sql`` : sql`where financial_status = ${status}`}
  limit ${sql.lit(limits.searchCountCap + 1)}) as counted)`;

/** The number of orders found, which each row of the first page carries; `isWhole` unless there may be more. */
export type Counted = { count?: number; isWhole?: boolean };

/** Up to `limit` orders, newest first, after a cursor or from the beginning. */
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

/** Whether the store's orders are being removed: they are not there any more. */
export const isRemoved = new Question<() => RawBuilder<boolean>>("whether orders are being removed");

/** What is said of all orders together. */
export function orderStatsQuery(): CompiledQuery<OrderStats> {
  return compose
    .with("figures", (db) =>
      db.selectFrom(sql<FigureRow>`order_figures()`.as("f")).selectAll().where(sql<boolean>`not ${isRemoved.answer()}`),
    )
    .selectFrom("figures")
    .select([
      sql<number>`coalesce(sum(orders), 0)`.as("totalOrders"),
      sql<number>`coalesce(sum(orders) filter (where financial_status = 'paid'), 0)`.as("paidOrders"),
      ...[byStatus.as("ordersByStatus"), byCurrency.as("currencies")],
    ])
    .compile();
}

type Page = { customerId: string; createdAt?: string; id?: string; limit: number };

/** Up to `limit` orders of a customer, newest first, after a time and id or from the beginning. */
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

/** A stored address in the contract's form, ignoring other fields; null where it is empty. */
const addressOf = (column: "shipping_address" | "billing_address") => {
  const address = sql.ref(`o.${column}`);
  return sql<OrderDetail["shippingAddress"]>`case when ${address} <> '{}' then json_build_object(
    'firstName', ${address} ->> 'first_name', 'lastName', ${address} ->> 'last_name',
    'address1', ${address} ->> 'address1', 'address2', ${address} ->> 'address2', 'city', ${address} ->> 'city',
    'provinceCode', ${address} ->> 'province_code', 'zip', ${address} ->> 'zip', 'country', ${address} ->> 'country') end`;
};

const allLineItems = sql<OrderDetail["lineItems"]>`coalesce((select json_agg(${lineItemJson} order by i.position)
  from shopify_order_line_items i where i.client_id = o.client_id and i.order_id = o.id), '[]')`;

/** All parcels of a fulfillment; where none are listed, the first one from its columns. */
const parcels = sql`case when f.parcels <> '[]' then (select json_agg(json_build_object(
      'number', p.parcel ->> 'number', 'company', p.parcel ->> 'company',
      'url', case when p.parcel ->> 'url' ~* '^https?://' then p.parcel ->> 'url' end) order by p.position)
    from jsonb_array_elements(f.parcels) with ordinality as p (parcel, position))
  when coalesce(f.tracking_number, f.tracking_company, f.tracking_url) is null then '[]'
  else json_build_array(json_build_object('number', f.tracking_number, 'company', f.tracking_company,
    'url', case when f.tracking_url ~* '^https?://' then f.tracking_url end)) end`;

const events = sql`coalesce((select json_agg(json_build_object('id', e.id, 'status', e.status, 'message', e.message,
    'city', e.city, 'province', e.province, 'country', e.country, 'happenedAt', iso(e.happened_at))
    order by e.happened_at desc, e.id desc)
  from shopify_fulfillment_events e where e.client_id = f.client_id and e.fulfillment_id = f.id), '[]')`;

const fulfillments = sql<OrderDetail["fulfillments"]>`coalesce((select json_agg(json_build_object('id', f.id,
    'status', f.status, 'displayStatus', f.display_status, 'parcels', ${parcels}, 'shippedAt', iso(f.shopify_created_at),
    'estimatedDeliveryAt', iso(f.estimated_delivery_at), 'deliveredAt', iso(f.delivered_at),
    'updatedAt', iso(f.shopify_updated_at), 'events', ${events}) order by f.shopify_created_at, f.id)
  from shopify_order_fulfillments f where f.client_id = o.client_id and f.order_id = o.id), '[]')`;

const refunds = sql<OrderDetail["refunds"]>`coalesce((select json_agg(
    json_build_object('id', r.id, 'amount', r.amount::text, 'refundedAt', iso(r.refunded_at)) order by r.refunded_at, r.id)
  from shopify_order_refunds r where r.client_id = o.client_id and r.order_id = o.id), '[]')`;

const wholeCustomer = sql<OrderDetail["customer"]>`(select
    json_build_object('id', c.id, 'name', c.name, 'email', c.email, 'phone', c.phone)
  from customers c where c.client_id = o.client_id and c.id = o.customer_id)`;

/** Orders by id with all details; unsorted, without the missing ones. */
export function orderDetailQuery(ids: readonly string[]): CompiledQuery<OrderDetail> {
  return compose
    .selectFrom("shopify_orders as o")
    .select(["o.id", "o.shopify_order_id as shopifyOrderId", "o.order_number as orderNumber", "o.name", "o.email"])
    .select(["o.phone", "o.currency", "o.financial_status as financialStatus"])
    .select(["o.fulfillment_status as fulfillmentStatus", "o.is_test as isTest", "o.cancel_reason as cancelReason"])
    .select(["o.shopify_created_at as createdAt", "o.paid_at as paidAt", "o.cancelled_at as cancelledAt"])
    .select(["o.shopify_updated_at as changedAt", "o.updated_at as savedAt"])
    .select(["o.total_price as totalPrice", "o.total_refunded as totalRefunded"])
    .select(sql<OrderDetail["sums"]>`o.sums`.as("sums"))
    .select([
      ...[
        wholeCustomer.as("customer"),
        allLineItems.as("lineItems"),
        fulfillments.as("fulfillments"),
        refunds.as("refunds"),
      ],
      ...[addressOf("shipping_address").as("shippingAddress"), addressOf("billing_address").as("billingAddress")],
    ])
    .where("o.id", "=", sql<string>`any (${[...ids]}::uuid[])`)
    .compile();
}
