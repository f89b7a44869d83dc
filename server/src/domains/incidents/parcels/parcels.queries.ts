import { incidentLimits } from "@deskhand/contract/desk/incident-limits";
import type { Sign } from "@deskhand/contract/desk/incident-words";
import type { Concerned, StalledParcel } from "@deskhand/contract/desk/incidents";
import { type RawBuilder, sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** So many delivered parcels say how long a carrier usually takes; of fewer nothing is said. */
const leastParcels = 20;
/** The part of parcels that were there within the usual time, and the days that any carrier is given. */
const usualPart = 0.9;
const leastHours = 72;
/** Older parcels without an end are such that their carrier tells nothing of. */
const daysLooked = 60;

const carrierOf = sql<string>`coalesce(nullif(trim(f.tracking_company), ''), 'Unknown carrier')`;
const countryOf = sql<string>`coalesce(o.shipping_address ->> 'country', '')`;

/** Learns anew how long each carrier's parcels of the last 180 days took to each country, and to all of them. */
export async function learnCarrierTimes(tx: TenantTx): Promise<void> {
  await tx.deleteFrom("carrier_times").execute();
  const way = (db: Pick<TenantTx, "selectFrom">) =>
    db
      .selectFrom("shopify_order_fulfillments as f")
      .innerJoin("shopify_orders as o", (join) =>
        join.onRef("o.client_id", "=", "f.client_id").onRef("o.id", "=", "f.order_id"),
      )
      .select([
        sql<string>`left(${carrierOf}, 100)`.as("carrier"),
        sql<string>`left(${countryOf}, 100)`.as("country"),
        sql<number>`extract(epoch from f.delivered_at - f.shopify_created_at) / 3600`.as("hours"),
      ])
      .where("f.delivered_at", ">", sql<string>`now() - interval '180 days'`)
      .whereRef("f.delivered_at", ">", "f.shopify_created_at");
  await tx
    .insertInto("carrier_times")
    .columns(["carrier", "country", "parcels", "usual_hours"])
    .expression(() =>
      tx
        .selectFrom(way(tx).as("p"))
        .select(["p.carrier", sql<string>`coalesce(p.country, '')`.as("country"), sql<number>`count(*)`.as("parcels")])
        .select(
          sql<number>`greatest(${sql.lit(leastHours)}, percentile_cont(${sql.lit(usualPart)}) within group (order by p.hours))`.as(
            "usual_hours",
          ),
        )
        .groupBy(sql`grouping sets ((p.carrier, p.country), (p.carrier))`)
        .having(sql<boolean>`count(*) >= ${sql.lit(leastParcels)} and (grouping(p.country) = 1 or p.country <> '')`),
    )
    .execute();
}

/** Counts the carriers whose usual time is known. */
export async function countCarriers(tx: TenantTx): Promise<number> {
  const { carriers } = await tx
    .selectFrom("carrier_times")
    .select(sql<number>`count(distinct carrier)::int`.as("carriers"))
    .executeTakeFirstOrThrow();
  return carriers;
}

const lastNews = sql<string>`greatest(f.shopify_created_at,
  (select max(e.happened_at) from shopify_fulfillment_events e where e.client_id = f.client_id and e.fulfillment_id = f.id))`;

/** The shipments `f` of orders `o` that are on their way and of which nothing was heard for longer than usual, `n` the last that was. */
const stalledShipments = sql`
  from shopify_order_fulfillments f
  join shopify_orders o on o.client_id = f.client_id and o.id = f.order_id
  join lateral (select c.usual_hours from carrier_times c
    where c.carrier = left(${carrierOf}, 100) and c.country in (left(${countryOf}, 100), '') order by c.country desc limit 1) u on true
  cross join lateral (select ${lastNews} as at) n
  where f.delivered_at is null and f.shopify_created_at > now() - make_interval(days => ${sql.lit(daysLooked)})
    and coalesce(f.status, '') not in ('cancelled', 'failure', 'error')
    and coalesce(lower(f.display_status), '') not in ('delivered', 'picked_up', 'canceled', 'cancelled', 'not_delivered', 'label_voided', 'label_purchased', 'label_printed', 'ready_for_pickup')
    and o.cancelled_at is null and not o.is_test
    and n.at < now() - make_interval(secs => u.usual_hours * 3600)`;

/** Which of these orders have a parcel without news. */
export async function selectStalledOrders(tx: TenantTx, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct o.id ${stalledShipments} and f.order_id = any(${orderIds}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

const customerName = sql<
  string | null
>`coalesce(c.name, nullif(trim(concat_ws(' ', o.shipping_address ->> 'first_name', o.shipping_address ->> 'last_name')), ''))`;

type StalledRow = Omit<StalledParcel, "reason">;

/** Parcels without news, of which the longest without comes first. */
export async function selectStalled(tx: TenantTx): Promise<StalledRow[]> {
  const { rows } = await sql<StalledRow>`
    select o.id as "orderId", o.name as "orderName", ${customerName} as "customerName", coalesce(c.email, o.email) as email,
      s.carrier, s.country, s.tracking_number as "trackingNumber", iso(s.last_at) as "lastNewsAt", s.usual_hours as "usualHours",
      (select json_build_object('id', t.id, 'ticketNumber', t.ticket_number) from support_tickets t
        where t.client_id = o.client_id and t.customer_id = o.customer_id and not t.is_archived and t.created_at > s.sent_at
        order by t.created_at desc limit 1) as ticket
    from (select distinct on (o.id) o.id, ${carrierOf} as carrier, ${countryOf} as country, f.tracking_number, n.at as last_at,
        f.shopify_created_at as sent_at, u.usual_hours
      ${stalledShipments} order by o.id, n.at) s
    join shopify_orders o on o.id = s.id
    left join customers c on c.client_id = o.client_id and c.id = o.customer_id
    order by s.last_at, o.id limit ${incidentLimits.concernedOrders + 1}`.execute(tx);
  return rows;
}

/** An order that fits an incident, with what its reason is made of. */
export type ConcernedRow = Omit<Concerned, "reason"> & { orderedAt: string; carrier: string | null };

/** Orders that an incident concerns and whose customer has no ticket on it, the newest first; null where orders cannot say. */
export async function selectConcerned(tx: TenantTx, incidentId: string, sign: Sign): Promise<ConcernedRow[] | null> {
  const condition = concernedBy(sign, incidentId);
  if (condition === null) return null;
  const { rows } = await sql<ConcernedRow>`
    select o.id as "orderId", o.name as "orderName", ${customerName} as "customerName", coalesce(c.email, o.email) as email,
      iso(o.shopify_created_at) as "orderedAt",
      (select ${carrierOf} from shopify_order_fulfillments f where f.client_id = o.client_id and f.order_id = o.id
        order by f.shopify_created_at desc limit 1) as carrier
    from shopify_orders o
    left join customers c on c.client_id = o.client_id and c.id = o.customer_id
    where ${condition} and o.cancelled_at is null and not o.is_test
      and not exists (select from ticket_incidents i join support_tickets t on t.client_id = i.client_id and t.id = i.ticket_id
        left join customers w on w.client_id = t.client_id and w.id = t.customer_id
        where i.incident_id = ${incidentId} and not i.is_removed
          and (t.customer_id = o.customer_id or w.email = o.email or i.order_id = o.id))
      and not exists (select from incident_recipients r join incident_answers a on a.client_id = r.client_id and a.id = r.answer_id
        where a.incident_id = ${incidentId} and r.order_id = o.id and r.state <> 'held')
    order by o.shopify_created_at desc, o.id desc limit ${incidentLimits.concernedOrders + 1}`.execute(tx);
  return rows;
}

/** The span of the orders that an incident's tickets are about, a day longer on both sides and sixty days at most. */
const span = (incidentId: string) => sql<{ from_at: string; to_at: string }>`(select
    greatest(coalesce(min(p.shopify_created_at), now() - interval '14 days') - interval '1 day', now() - make_interval(days => ${sql.lit(daysLooked)})) as from_at,
    coalesce(max(p.shopify_created_at), now()) + interval '1 day' as to_at
  from ticket_incidents i join shopify_orders p on p.client_id = i.client_id and p.id = i.order_id
  where i.incident_id = ${incidentId} and not i.is_removed)`;

const within = (incidentId: string) =>
  sql<boolean>`o.shopify_created_at between (select from_at from ${span(incidentId)} as s) and (select to_at from ${span(incidentId)} as s)`;

/** Whether an order `o` has a shipment that is on its way, and fits a condition on it. */
const underway = (condition: RawBuilder<boolean>) => sql<boolean>`exists (select from shopify_order_fulfillments f
  where f.client_id = o.client_id and f.order_id = o.id and f.delivered_at is null
    and coalesce(f.status, '') <> 'cancelled' and ${condition})`;

/** Which orders an incident with a sign concerns; null where orders cannot say. */
function concernedBy({ kind, value }: Sign, incidentId: string): RawBuilder<boolean> | null {
  if (kind === "sku") return conditions.sku(value, incidentId);
  if (kind === "carrier") return conditions.carrier(value.split("|")[0] ?? "", incidentId);
  if (kind === "stalled") return conditions.stalled(value);
  if (kind !== "place") return null;
  const at = value.lastIndexOf(", ");
  if (at < 0) return conditions.country(value, incidentId);
  return conditions.province({ country: value.slice(at + 2), province: value.slice(0, at) }, incidentId);
}

const conditions = {
  sku: (sku: string, incidentId: string) =>
    sql<boolean>`o.id in (select l.order_id from shopify_order_line_items l where l.client_id = o.client_id and l.sku = ${sku}
      and coalesce(l.current_quantity, l.quantity) > 0) and ${within(incidentId)}`,
  carrier: (carrier: string, incidentId: string) =>
    sql<boolean>`${underway(sql<boolean>`${carrierOf} = ${carrier}`)} and ${within(incidentId)}`,
  country: (country: string, incidentId: string) =>
    sql<boolean>`${countryOf} = ${country} and ${underway(sql<boolean>`true`)} and ${within(incidentId)}`,
  province: ({ country, province }: { country: string; province: string }, incidentId: string) =>
    sql<boolean>`${countryOf} = ${country} and o.shipping_address ->> 'province' = ${province}
      and ${underway(sql<boolean>`true`)} and ${within(incidentId)}`,
  stalled: (carrier: string) => sql<boolean>`o.id in (select o.id ${stalledShipments} and ${carrierOf} = ${carrier})`,
};
