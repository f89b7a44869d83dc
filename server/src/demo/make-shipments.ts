import type { StoreFulfillmentEvent, StoreOrder } from "../../../stand-ins/shopify/state/store-state.ts";
import type { PlannedOrder, Told } from "./demo-plan.ts";
import { type ShopDraft, toSecond } from "./make-shop.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** A carrier's reports, and how far along the way they come, of 100. */
const journey = [
  ["LABEL_PURCHASED", 0],
  ["CARRIER_PICKED_UP", 12],
  ["IN_TRANSIT", 30],
  ["IN_TRANSIT", 60],
  ["OUT_FOR_DELIVERY", 92],
  ["DELIVERED", 100],
] as const;
const hubs = ["Dublin", "Liège", "Leipzig", "Paris", "Eindhoven"];

/** A carrier's report and its time. */
type Step = readonly [status: string, at: number];
/** A parcel, or a shipment without tracking, which has no reports. */
type Sending = { carrier: string; tracking: string | null; sentAt: number; steps: Step[] };

/** Ships an order the day after it was placed, as far as it has come by now: as its ticket says, or by chance. */
export function makeShipments(order: StoreOrder, planned: PlannedOrder, isPartial: boolean, draft: ShopDraft): void {
  const sendings = planned.told
    ? sendAsTold(order, planned, planned.told)
    : sendAsUsual(order, planned, isPartial, draft);
  for (const [sending, lines] of sendings) {
    if (sending.sentAt < draft.now) order.fulfillments.push(shipment(order, sending, lines, draft));
  }
}

type Sendings = [Sending, StoreOrder["lineItems"]][];

/** In one parcel or two, with or without tracking. */
function sendAsUsual(
  { lineItems }: StoreOrder,
  { at, carrier, tracking }: PlannedOrder,
  isPartial: boolean,
  { random }: ShopDraft,
): Sendings {
  const [first, ...rest] = lineItems;
  if (!first) return [];
  const sentAt = at + day;
  const steps = wayFrom(sentAt, sentAt + random.between(40, 130) * hour);
  const isTracked = !random.chance(12);
  const whole: Sending = { carrier, tracking: isTracked ? tracking : null, sentAt, steps: isTracked ? steps : [] };
  if (!isPartial) return [[whole, lineItems]];
  if (random.chance(40)) return [[whole, [first]]];
  // The held-back part goes a week later, with another carrier.
  const later = at + 8 * day;
  const number = `${tracking.slice(0, 2)}${random.between(100_000_000, 999_999_999)}`;
  const other = { carrier: carrier === "UPS" ? "DHL" : "UPS", tracking: number, sentAt: later };
  return [
    [whole, [first]],
    [{ ...other, steps: wayFrom(later, later + random.between(40, 130) * hour) }, rest],
  ];
}

/** As the customer says: they have the parcel, wait for it, or got half of it. */
function sendAsTold({ lineItems }: StoreOrder, { at, carrier, tracking }: PlannedOrder, told: Told): Sendings {
  const { story, wrote, ended, isOver, arrivesLaterAt } = told;
  const [main, ...others] = lineItems;
  const sentAt = at + day;
  const sending = (steps: Step[]): Sending => ({ carrier, tracking, sentAt, steps });
  const arrived = story.arrived === undefined ? Math.min(at + 5 * day, wrote - 6 * hour) : wrote - story.arrived * hour;
  const atLast: Step[] = isOver ? [["DELIVERED", ended - hour]] : [];
  switch (story.parcel) {
    case "not sent":
      return [[sending(wayFrom(sentAt, at + 5 * day)), lineItems]];
    case "stuck": {
      const stuck = wayFrom(sentAt, wrote - 5 * day).filter(([status]) => !isNear(status));
      const freed = arrivesLaterAt ?? (isOver ? ended - hour : null);
      const rest: Step[] = freed === null ? [] : [["DELIVERED", freed]];
      return [[sending([...stuck, ...rest]), lineItems]];
    }
    case "at the depot": {
      const tried = wayFrom(sentAt, wrote - 20 * hour).filter(([status]) => status !== "DELIVERED");
      const depot: Step[] = [
        ["ATTEMPTED_DELIVERY", wrote - 20 * hour],
        ["READY_FOR_PICKUP", wrote - 18 * hour],
      ];
      return [[sending([...tried, ...depot, ...atLast]), lineItems]];
    }
    case "half arrived": {
      const first: Sendings = [[sending(wayFrom(sentAt, arrived)), others]];
      if (!isOver || !main) return first;
      const leaves = ended + day;
      const own = { carrier: "DHL", tracking: `JD0147000${tracking.slice(-9)}` };
      return [...first, [{ ...own, sentAt: leaves, steps: wayFrom(leaves, leaves + 2 * day) }, [main]]];
    }
    default:
      return [[sending(wayFrom(sentAt, arrived)), lineItems]];
  }
}

/** The carrier's reports of a parcel that arrives at this time. */
function wayFrom(sentAt: number, arrives: number): Step[] {
  return journey.map(([status, part]) => [status, sentAt + Math.floor(((arrives - sentAt) * part) / 100)]);
}

/** Whether it is reported from the customer's area. */
function isNear(status: string): boolean {
  return !["LABEL_PURCHASED", "CARRIER_PICKED_UP", "IN_TRANSIT"].includes(status);
}

function shipment(
  order: StoreOrder,
  { carrier, tracking, sentAt, steps }: Sending,
  lines: StoreOrder["lineItems"],
  draft: ShopDraft,
): StoreOrder["fulfillments"][number] {
  const events = eventsOf(order, steps, draft);
  const url = `https://tracking.example.com/${tracking}`;
  return {
    id: draft.nextId(),
    status: "SUCCESS",
    createdAt: toSecond(sentAt),
    updatedAt: events.at(-1)?.happenedAt ?? toSecond(sentAt),
    estimatedDeliveryAt: tracking === null ? null : toSecond(sentAt + 4 * day),
    trackingInfo: tracking === null ? [] : [{ company: carrier, number: tracking, url }],
    lineItems: lines.map(({ id, quantity }) => ({ lineItemId: id, quantity })),
    events,
  };
}

/** The carrier's reports until now. */
function eventsOf({ shippingAddress }: StoreOrder, steps: Step[], draft: ShopDraft): StoreFulfillmentEvent[] {
  const { now, random, nextId } = draft;
  const { city = null, country = null } = shippingAddress ?? {};
  return steps.flatMap(([status, at]) => {
    if (at > now) return [];
    const happenedAt = toSecond(at);
    return {
      id: nextId(),
      status,
      happenedAt,
      createdAt: happenedAt,
      message: null,
      province: null,
      zip: null,
      city: status === "LABEL_PURCHASED" ? null : isNear(status) ? city : random.pick(hubs),
      country: isNear(status) ? country : null,
      estimatedDeliveryAt: null,
    };
  });
}
