import type { StoreFulfillmentEvent, StoreOrder } from "../../../stand-ins/shopify/state/store-state.ts";
import type { PlannedOrder } from "./demo-plan.ts";
import { type ShopDraft, toSecond } from "./make-shop.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** What a carrier reports, and how far along the way, of 100. */
const journey = [
  ["LABEL_PURCHASED", 0],
  ["CARRIER_PICKED_UP", 12],
  ["IN_TRANSIT", 30],
  ["IN_TRANSIT", 60],
  ["OUT_FOR_DELIVERY", 92],
  ["DELIVERED", 100],
] as const;
const hubs = ["Dublin", "Liège", "Leipzig", "Paris", "Eindhoven"];

/** Ships an order the day after it was placed: in one parcel or two, with or without tracking, as far as it has come by now. */
export function makeShipments(order: StoreOrder, planned: PlannedOrder, isPartial: boolean, draft: ShopDraft): void {
  const { random, now } = draft;
  const [first, ...rest] = order.lineItems;
  if (!first) return;
  const lines = isPartial ? [first] : order.lineItems;
  const isTracked = planned.later?.what === "delivered" || planned.isUnderWay || !random.chance(12);
  order.fulfillments.push(shipment(order, planned, lines, isTracked ? planned.tracking : null, draft));
  // What was held back goes a week later, with another carrier.
  const goes = planned.at + 8 * day;
  if (!isPartial || now < goes || random.chance(40)) return;
  const other = { ...planned, carrier: planned.carrier === "UPS" ? "DHL" : "UPS", at: goes - day };
  const number = `${planned.tracking.slice(0, 2)}${random.between(100_000_000, 999_999_999)}`;
  order.fulfillments.push(shipment(order, { ...other, later: null, isUnderWay: false }, rest, number, draft));
}

function shipment(
  order: StoreOrder,
  planned: PlannedOrder,
  lines: StoreOrder["lineItems"],
  tracking: string | null,
  draft: ShopDraft,
): StoreOrder["fulfillments"][number] {
  const { now, nextId } = draft;
  const sentAt = planned.at + day;
  const events = tracking === null ? [] : eventsOf(order, planned, sentAt, draft);
  const url = `https://tracking.example.com/${tracking}`;
  return {
    ...{ id: nextId(), status: "SUCCESS", createdAt: toSecond(sentAt) },
    updatedAt: events.at(-1)?.happenedAt ?? toSecond(sentAt),
    estimatedDeliveryAt: tracking === null ? null : toSecond(planned.isUnderWay ? now + day : sentAt + 4 * day),
    trackingInfo: tracking === null ? [] : [{ company: planned.carrier, number: tracking, url }],
    lineItems: lines.map(({ id, quantity }) => ({ lineItemId: id, quantity })),
    events,
  };
}

/** What the carrier has reported until now; a parcel that somebody waits for stops half-way. */
function eventsOf(order: StoreOrder, planned: PlannedOrder, sentAt: number, draft: ShopDraft): StoreFulfillmentEvent[] {
  const { now, random, nextId } = draft;
  const arrives = planned.later?.what === "delivered" ? planned.later.at : sentAt + random.between(40, 130) * hour;
  const { city = null, country = null } = order.shippingAddress ?? {};
  return journey.flatMap(([status, part]) => {
    const at = sentAt + Math.floor(((arrives - sentAt) * part) / 100);
    if (at > now || (planned.isUnderWay && part > 60)) return [];
    const isNear = part > 60;
    const happenedAt = toSecond(at);
    return {
      ...{ id: nextId(), status, happenedAt, createdAt: happenedAt, message: null, province: null, zip: null },
      ...{ city: part === 0 ? null : isNear ? city : random.pick(hubs), country: isNear ? country : null },
      estimatedDeliveryAt: null,
    };
  });
}
