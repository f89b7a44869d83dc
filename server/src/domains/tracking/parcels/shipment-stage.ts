import type { Money } from "@deskhand/contract/page";
import type { TrackingStatus } from "@deskhand/contract/vocabulary";

/** What the platform recorded on a parcel's way. */
export type ShipmentEvent = {
  id: string;
  status: string;
  message: string | null;
  city: string | null;
  province: string | null;
  country: string | null;
  happenedAt: string;
};

/** What was sent together: the platform's fulfillment. */
export type Shipment = {
  id: string;
  status: string | null;
  displayStatus: string | null;
  createdAt: string;
  estimatedDeliveryAt: string | null;
  deliveredAt: string | null;
  parcels: { number: string | null; company: string | null; url: string | null }[];
  events: ShipmentEvent[];
};

/** What the platform says of an order and of everything sent for it; texts and states are whatever it wrote. */
export type OrderFacts = {
  name: string;
  createdAt: string;
  paidAt: string | null;
  cancelledAt: string | null;
  financialStatus: string | null;
  fulfillmentStatus: string | null;
  refunds: { amount: Money; refundedAt: string }[];
  shipments: Shipment[];
};

/** How far a shipment is, in our word and in a sentence's. */
export type Stage = { status: TrackingStatus; text: string };

/**
 * The states of fulfillments and of their events (shopify.dev, FulfillmentDisplayStatus and FulfillmentEventStatus, 2026-10).
 * `confirmed` is left out: it is what stands there while nothing is known.
 */
const stages: Record<string, Stage> = {
  submitted: { status: "processing", text: "Sent to the warehouse" },
  label_purchased: { status: "processing", text: "Shipping label bought" },
  label_printed: { status: "processing", text: "Shipping label printed" },
  label_voided: { status: "processing", text: "Shipping label cancelled" },
  fulfilled: { status: "shipped", text: "Shipped" },
  marked_as_fulfilled: { status: "shipped", text: "Shipped" },
  carrier_picked_up: { status: "shipped", text: "Picked up by the carrier" },
  in_transit: { status: "shipped", text: "In transit" },
  out_for_delivery: { status: "out-for-delivery", text: "Out for delivery" },
  ready_for_pickup: { status: "ready-for-pickup", text: "Ready for pickup" },
  delivered: { status: "delivered", text: "Delivered" },
  picked_up: { status: "delivered", text: "Picked up by the customer" },
  attempted_delivery: { status: "exception", text: "Delivery attempted" },
  delayed: { status: "exception", text: "Delayed" },
  failure: { status: "exception", text: "Delivery failed" },
  not_delivered: { status: "exception", text: "Not delivered" },
  canceled: { status: "cancelled", text: "Shipment cancelled" },
  cancelled: { status: "cancelled", text: "Shipment cancelled" },
};

/** The states of a fulfillment itself, for want of anything better (FulfillmentStatus). */
const requests: Record<string, Stage> = {
  pending: { status: "processing", text: "Waiting for the warehouse" },
  open: { status: "processing", text: "Being packed" },
  error: { status: "exception", text: "The shipment failed" },
  failure: { status: "exception", text: "The shipment failed" },
  cancelled: { status: "cancelled", text: "Shipment cancelled" },
};

const shipped: Stage = { status: "shipped", text: "Shipped" };

/** After these nothing follows, whatever else was recorded. */
const final = ["delivered", "picked_up", "not_delivered", "label_voided"];
// A parcel that was out for delivery ends at a pickup point where nobody was at home, not the other way round.
const ladder: TrackingStatus[] = [
  ...(["order-placed", "processing", "shipped", "out-for-delivery", "ready-for-pickup", "delivered"] as const),
];

/** How far a shipment is; what speaks of trouble counts more than how far it came. */
export function stageOf(shipment: Shipment): Stage {
  const recorded = newestFirst(shipment.events).filter(({ status }) => stageOfWord(status) !== undefined);
  const onTheWay = recorded.find(({ status }) => !isLabel(status));
  // What was marked as shipped, or is on its way, does not go back because of a label.
  const doLabelsCount = onTheWay === undefined && beganWithLabel(shipment);
  const newest = onTheWay ?? (doLabelsCount ? recorded[0] : undefined);
  const told = newest && stageOfWord(newest.status);
  const display = lower(shipment.displayStatus);
  const shown = isLabel(display) && !doLabelsCount ? undefined : stageOfWord(display);
  if (lower(shipment.status) === "cancelled" || shown?.status === "cancelled") return requests.cancelled ?? shipped;
  if (shown && final.includes(display)) return shown;
  if (shipment.deliveredAt !== null && !(newest && Date.parse(newest.happenedAt) > Date.parse(shipment.deliveredAt))) {
    return told?.status === "delivered" ? told : { status: "delivered", text: "Delivered" };
  }
  return worstOrFurthest(told, shown) ?? requested(shipment.status) ?? shipped;
}

/** The stage that a word of the platform means; undefined for a word that says nothing, or is not known here. */
export function stageOfWord(word: string | null): Stage | undefined {
  const known = lower(word);
  return Object.hasOwn(stages, known) ? stages[known] : undefined;
}

const labels = ["label_purchased", "label_printed", "label_voided"];
/** The label that a shipment begins with is recorded as late as this after it. */
const labelWithinMs = 2_000;

/**
 * Whether a shipment was known from its label on: it is shipped only once the carrier has it. One that was there before its
 * first label was marked as shipped by somebody.
 */
export function beganWithLabel({ createdAt, displayStatus, events }: Shipment): boolean {
  const labelled = events.flatMap(({ status, happenedAt }) => (isLabel(status) ? [Date.parse(happenedAt)] : []));
  if (labelled.length === 0) return isLabel(displayStatus);
  return labelled.some((at) => at <= Date.parse(createdAt) + labelWithinMs);
}

/** Whether a word of the platform speaks of a label alone. */
export function isLabel(word: string | null): boolean {
  return labels.includes(lower(word));
}

/** Events by when they happened, the newest first; of the same moment the one further on. */
export function newestFirst(events: readonly ShipmentEvent[]): ShipmentEvent[] {
  return events.toSorted(
    (one, other) => Date.parse(other.happenedAt) - Date.parse(one.happenedAt) || rankOf(other) - rankOf(one),
  );
}

function worstOrFurthest(told: Stage | undefined, shown: Stage | undefined): Stage | undefined {
  if (!told || !shown) return told ?? shown;
  if (told.status === "exception") return told;
  if (shown.status === "exception") return shown;
  return ladder.indexOf(told.status) >= ladder.indexOf(shown.status) ? told : shown;
}

function rankOf({ status }: ShipmentEvent): number {
  return ladder.indexOf(stageOfWord(status)?.status ?? "order-placed");
}

function requested(status: string | null): Stage | undefined {
  const known = lower(status);
  return Object.hasOwn(requests, known) ? requests[known] : undefined;
}

function lower(word: string | null): string {
  return word?.trim().toLowerCase() ?? "";
}
