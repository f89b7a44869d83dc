import type { Money } from "@deskhand/contract/page";
import { type CompiledQuery, sql } from "kysely";
import { compose } from "../../../platform/db/statement.ts";

/** What was refunded and what arrived of a value of a dimension; null for all together. */
export type CostRow = {
  value: string | null;
  refundedOrders: number;
  refunded: { currency: string; amount: Money }[] | null;
  delivered: number;
  wayMedian: number | null;
  wayNinetieth: number | null;
};

/** The values that an order `o` has of a dimension; an empty one for none. */
const valuesOfOrder = {
  sku: sql`(select distinct coalesce(nullif(l.sku, ''), '') as value from shopify_order_line_items l where l.order_id = o.id
    union select '' where not exists (select from shopify_order_line_items l where l.order_id = o.id))`,
  carrier: sql`(select distinct coalesce(f.tracking_company, '') as value from shopify_order_fulfillments f where f.order_id = o.id
    union select '' where not exists (select from shopify_order_fulfillments f where f.order_id = o.id))`,
};

/** Selects what was refunded and what arrived between two instants: of each value of a dimension, and one row of all. */
export function costsQuery(
  { from, to }: { from: string; to: string },
  by: keyof typeof valuesOfOrder,
): CompiledQuery<CostRow> {
  const carrierOfParcel = by === "carrier" ? sql`and v.value = coalesce(f.tracking_company, '')` : sql``;
  const found = sql<CostRow>`(
    with refund as (
      select v.value, o.id as order_id, o.currency, r.amount from shopify_order_refunds r
      join shopify_orders o on o.id = r.order_id and not o.is_test
      cross join lateral (select value from ${valuesOfOrder[by]} as one union all select null) as v
      where r.refunded_at >= ${from}::timestamptz and r.refunded_at < ${to}::timestamptz
    ),
    refunded as (
      select value, sum(orders)::int as orders, json_agg(json_build_object('currency', currency, 'amount', amount::text) order by currency) as amounts
      from (select value, currency, count(distinct order_id) as orders, sum(amount) as amount from refund group by 1, 2) as each group by 1
    ),
    arrived as (
      select v.value, count(*)::int as delivered,
        percentile_disc(0.5) within group (order by f.delivered_at - f.shopify_created_at) as median,
        percentile_disc(0.9) within group (order by f.delivered_at - f.shopify_created_at) as ninetieth
      from shopify_order_fulfillments f
      join shopify_orders o on o.id = f.order_id and not o.is_test
      cross join lateral (select value from ${valuesOfOrder[by]} as one union all select null) as v
      where f.delivered_at >= ${from}::timestamptz and f.delivered_at < ${to}::timestamptz and (v.value is null or true ${carrierOfParcel})
      group by 1
    )
    select k.value, coalesce(r.orders, 0) as "refundedOrders", r.amounts as refunded,
      coalesce(a.delivered, 0) as delivered, (extract(epoch from a.median) / 3600)::float8 as "wayMedian",
      (extract(epoch from a.ninetieth) / 3600)::float8 as "wayNinetieth"
    from (select value from refunded union select value from arrived) as k
    left join refunded r on r.value is not distinct from k.value
    left join arrived a on a.value is not distinct from k.value
  )`;
  return compose.selectFrom(found.as("found")).selectAll().compile() as CompiledQuery<CostRow>;
}
