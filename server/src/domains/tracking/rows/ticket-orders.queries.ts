import { limits } from "@deskhand/contract/limits";
import type { TicketOrder } from "@deskhand/contract/tracking";
import { type RawBuilder, sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { findAddresses } from "../../customers/index.ts";
import { findOrderByNumber, type TypedOrder } from "../../orders/index.ts";
import type { OrderFacts } from "../parcels/shipment-stage.ts";
import { shownLimits } from "../parcels/tracking-of.ts";

export type OrderRow = Omit<TicketOrder, "parcels" | "since"> &
  Pick<OrderFacts, "paidAt" | "cancelledBy" | "refunds" | "shipments"> & { shopifyOrderId: string };

const items = sql<OrderRow["items"]>`coalesce((
  select json_agg(json_build_object('title', title, 'variantTitle', variant_title, 'quantity', quantity,
    'price', price::text) order by position)
  from (select * from shopify_order_line_items where order_id = o.id
    order by position limit ${sql.lit(shownLimits.items)}) i), '[]')`;

const events = sql`coalesce((
  select json_agg(json_build_object('id', id, 'status', status, 'message', message, 'city', city,
    'province', province, 'country', country, 'happenedAt', iso(happened_at)))
  from (select * from shopify_fulfillment_events where fulfillment_id = f.id
    order by happened_at desc limit ${sql.lit(shownLimits.events)}) e), '[]')`;

// Rows from before parcels were stored have the first one in their columns only.
const parcels = sql`case
  when jsonb_array_length(f.parcels) > 0 then f.parcels
  when coalesce(f.tracking_number, f.tracking_company, f.tracking_url) is null then '[]'
  else jsonb_build_array(jsonb_build_object(
    'number', f.tracking_number, 'company', f.tracking_company, 'url', f.tracking_url)) end`;

const shipments = sql<OrderRow["shipments"]>`coalesce((
  select json_agg(json_build_object('id', f.id, 'status', f.status, 'displayStatus', f.display_status,
    'createdAt', iso(f.shopify_created_at), 'estimatedDeliveryAt', iso(f.estimated_delivery_at),
    'deliveredAt', iso(f.delivered_at), 'parcels', ${parcels}, 'events', ${events}))
  from (select * from shopify_order_fulfillments where order_id = o.id
    order by shopify_created_at desc, id limit ${sql.lit(shownLimits.parcels)}) f), '[]')`;

/** The colleague who had this done from here, of the action that ended then. */
const doneBy = (at: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql<string | null>`(
  select a.by_name from order_actions a
  where a.order_id = o.id and a.state = 'done' and ${which}
    and a.done_at between ${at} - interval '1 minute' and ${at} + interval '1 minute'
  order by a.created_at desc limit 1)`;

// A refund's own time is known to the second; only that of a cancellation is its order's, some moments apart.
const ofRefund = sql`a.amount = r.amount and (a.kind = 'cancel' or (a.kind = 'refund' and a.done_at = r.refunded_at))`;

const refunds = sql<OrderRow["refunds"]>`coalesce((
  select json_agg(json_build_object('amount', amount::text, 'refundedAt', iso(refunded_at),
    'by', ${doneBy(sql`r.refunded_at`, ofRefund)}))
  from (select * from shopify_order_refunds where order_id = o.id order by refunded_at desc limit ${sql.lit(shownLimits.refunds)}) r), '[]')`;

// A reconciliation confirms everything the store changed until then, and what stayed equal; single requests confirm
// their order.
const readAt = sql<string>`iso(greatest(o.updated_at, o.shopify_asked_at,
  (select greatest(reconciled_until, reconciled_at) from shopify_stores)))`;

function selectOrders(tx: TenantTx) {
  return tx
    .selectFrom("shopify_orders as o")
    .select(["o.id", "o.name", "o.order_number as orderNumber", "o.total_price as totalPrice", "o.currency"])
    .select(["o.total_refunded as totalRefunded", "o.financial_status as financialStatus"])
    .select(["o.fulfillment_status as fulfillmentStatus", "o.shopify_created_at as createdAt"])
    .select(["o.paid_at as paidAt", "o.cancelled_at as cancelledAt"])
    .select(doneBy(sql`o.cancelled_at`, sql`a.kind = 'cancel'`).as("cancelledBy"))
    .select([
      "o.shopify_order_id as shopifyOrderId",
      readAt.as("readAt"),
      sql<OrderRow["sums"]>`o.sums`.as("sums"),
      items.as("items"),
      shipments.as("shipments"),
      refunds.as("refunds"),
    ])
    .select(sql<number>`(select count(*) from shopify_order_line_items where order_id = o.id)`.as("lineCount"));
}

/** A customer's newest orders. */
export function selectNewestOrders(tx: TenantTx, customerId: string): Promise<OrderRow[]> {
  return selectOrders(tx)
    .where("o.customer_id", "=", customerId)
    .orderBy("o.shopify_created_at", "desc")
    .orderBy("o.id", "desc")
    .limit(limits.ordersOnTicket)
    .execute();
}

/** The orders with these ids, unsorted. */
export function selectOrdersById(tx: TenantTx, ids: string[]): Promise<OrderRow[]> {
  return selectOrders(tx).where("o.id", "in", ids).execute();
}

/** The order that a typed number means, and how certain that is. */
export type NumberedOrder = { row: OrderRow; typed: TypedOrder };

/** The order that a typed number means on a customer's ticket (`findOrderByNumber`). */
export async function selectOrderByNumber(
  tx: TenantTx,
  number: string,
  customer: { id: string; email: string | null } | null,
): Promise<NumberedOrder | undefined> {
  const otherEmails = customer === null ? [] : await findAddresses(tx, customer.id);
  const sender = { customerId: customer?.id ?? null, email: customer?.email ?? null, otherEmails };
  const typed = await findOrderByNumber(tx, number, sender);
  const [row] = typed === null ? [] : await selectOrdersById(tx, [typed.orderId]);
  return row && typed ? { row, typed } : undefined;
}

/** The currency of the store's newest order; undefined while there is none. */
export async function selectStoreCurrency(tx: TenantTx): Promise<string | undefined> {
  const newest = await tx
    .selectFrom("shopify_orders")
    .select("currency")
    .orderBy("shopify_created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.currency;
}
