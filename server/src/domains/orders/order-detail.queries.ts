import type { OrderDetail } from "@deskhand/contract/orders";
import { type CompiledQuery, sql } from "kysely";
import { compose } from "../../platform/db/compose.ts";

/** An address as the table keeps it, whatever else stands in it, as the contract's; null where nothing is known. */
const addressOf = (column: "shipping_address" | "billing_address") => {
  const address = sql.ref(`o.${column}`);
  return sql<OrderDetail["shippingAddress"]>`case when ${address} <> '{}' then json_build_object(
    'firstName', ${address} ->> 'first_name', 'lastName', ${address} ->> 'last_name',
    'address1', ${address} ->> 'address1', 'address2', ${address} ->> 'address2', 'city', ${address} ->> 'city',
    'provinceCode', ${address} ->> 'province_code', 'zip', ${address} ->> 'zip', 'country', ${address} ->> 'country') end`;
};

/** A line item's row `i` as the contract's. */
export const lineItemJson = sql`json_build_object('id', i.id, 'title', i.title, 'variantTitle', i.variant_title, 'sku', i.sku,
  'quantity', i.quantity, 'currentQuantity', i.current_quantity, 'price', i.price::text, 'total', (i.price * i.quantity)::text,
  'imageUrl', case when i.product_image_url ~* '^(https://|http://localhost:[0-9]+/)' then i.product_image_url end,
  'shopifyProductId', i.shopify_product_id)`;

const lineItems = sql<OrderDetail["lineItems"]>`coalesce((select json_agg(${lineItemJson} order by i.position)
  from shopify_order_line_items i where i.client_id = o.client_id and i.order_id = o.id), '[]')`;

/** Every parcel of a fulfillment; of one that lists none, what its columns say of the first. */
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

const customer = sql<OrderDetail["customer"]>`(select
    json_build_object('id', c.id, 'name', c.name, 'email', c.email, 'phone', c.phone)
  from customers c where c.client_id = o.client_id and c.id = o.customer_id)`;

/** Orders with all that is known of them; as many as there are of these ids, in no order. */
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
      ...[customer.as("customer"), lineItems.as("lineItems"), fulfillments.as("fulfillments"), refunds.as("refunds")],
      ...[addressOf("shipping_address").as("shippingAddress"), addressOf("billing_address").as("billingAddress")],
    ])
    .where("o.id", "=", sql<string>`any (${[...ids]}::uuid[])`)
    .compile();
}
