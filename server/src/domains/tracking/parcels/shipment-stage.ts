import type { Money } from "@deskhand/contract/page";
import type { TrackingStatus } from "@deskhand/contract/vocabulary";

/** An event the platform recorded on a parcel's way. */
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

/** The platform's data on an order and its shipments; texts and states as it writes them. */
export type OrderFacts = {
  name: string;
  createdAt: string;
  paidAt: string | null;
  cancelledAt: string | null;
  /** Who had it cancelled, or a refund made, from here. */
  cancelledBy?: string | null;
  financialStatus: string | null;
  fulfillmentStatus: string | null;
  refunds: { amount: Money; refundedAt: string; by?: string | null }[];
  shipments: Shipment[];
};

/** A shipment's progress, as our status and as part of a sentence. */
export type Stage = { status: TrackingStatus; text: string };

/**
 * The states of fulfillments and their events (shopify.dev, FulfillmentDisplayStatus and FulfillmentEventStatus,
 * 2026-10). `confirmed` is left out: the platform shows it while nothing is known.
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

/** The states of a fulfillment itself, used when there is nothing better (FulfillmentStatus). */
const requests: Record<string, Stage> = {
  pending: { status: "processing", text: "Waiting for the warehouse" },
  open: { status: "processing", text: "Being packed" },
  error: { status: "exception", text: "The shipment failed" },
  failure: { status: "exception", text: "The shipment failed" },
  cancelled: { status: "cancelled", text: "Shipment cancelled" },
};

const shipped: Stage = { status: "shipped", text: "Shipped" };

/** Nothing follows after these, whatever else was recorded. */
const final = ["delivered", "picked_up", "not_delivered", "label_voided"];
// A parcel ends at a pickup point after nobody was at home, not the other way round.
const ladder: TrackingStatus[] = [
  ...(["order-placed", "processing", "shipped", "out-for-delivery", "ready-for-pickup", "delivered"] as const),
];

/** A shipment's stage; trouble takes precedence over progress. */
export function stageOf(shipment: Shipment): Stage {
  const recorded = newestFirst(shipment.events).filter(({ status }) => stageOfWord(status) !== undefined);
  const onTheWay = recorded.find(({ status }) => !isLabel(status));
  // A shipment marked as shipped, or on its way, does not go back because of a label.
  const doLabelsCount = onTheWay === undefined && beganWithLabel(shipment);
  const newest = onTheWay ?? (doLabelsCount ? recorded[0] : undefined);
  const reported = newest && stageOfWord(newest.status);
  const display = lower(shipment.displayStatus);
  const displayed = isLabel(display) && !doLabelsCount ? undefined : stageOfWord(display);
  if (lower(shipment.status) === "cancelled" || displayed?.status === "cancelled") return requests.cancelled ?? shipped;
  if (displayed && final.includes(display)) return displayed;
  if (shipment.deliveredAt !== null && !(newest && Date.parse(newest.happenedAt) > Date.parse(shipment.deliveredAt))) {
    return reported?.status === "delivered" ? reported : { status: "delivered", text: "Delivered" };
  }
  return worstOrFurthest(reported, displayed) ?? requested(shipment.status) ?? shipped;
}

/** The stage that a word of the platform means; undefined for an empty or unknown word. */
export function stageOfWord(word: string | null): Stage | undefined {
  const key = lower(word);
  return Object.hasOwn(stages, key) ? stages[key] : undefined;
}

const labels = ["label_purchased", "label_printed", "label_voided"];
/** How long after a shipment its first label may be recorded. */
const labelWithinMs = 2_000;

/**
 * Whether a shipment began with its label, so that it is shipped only once the carrier has it. One that existed before
 * its first label was marked as shipped by a person.
 */
export function beganWithLabel({ createdAt, displayStatus, events }: Shipment): boolean {
  const labelled = events.flatMap(({ status, happenedAt }) => (isLabel(status) ? [Date.parse(happenedAt)] : []));
  if (labelled.length === 0) return isLabel(displayStatus);
  return labelled.some((at) => at <= Date.parse(createdAt) + labelWithinMs);
}

/** Whether a word of the platform is about a label only. */
export function isLabel(word: string | null): boolean {
  return labels.includes(lower(word));
}

/** Events by time, newest first; of equal times the further stage first. */
export function newestFirst(events: readonly ShipmentEvent[]): ShipmentEvent[] {
  return events.toSorted((a, b) => Date.parse(b.happenedAt) - Date.parse(a.happenedAt) || rankOf(b) - rankOf(a));
}

function worstOrFurthest(reported: Stage | undefined, displayed: Stage | undefined): Stage | undefined {
  if (!reported || !displayed) return reported ?? displayed;
  if (reported.status === "exception") return reported;
  if (displayed.status === "exception") return displayed;
  return ladder.indexOf(reported.status) >= ladder.indexOf(displayed.status) ? reported : displayed;
}

function rankOf({ status }: ShipmentEvent): number {
  return ladder.indexOf(stageOfWord(status)?.status ?? "order-placed");
}

function requested(status: string | null): Stage | undefined {
  const key = lower(status);
  return Object.hasOwn(requests, key) ? requests[key] : undefined;
}

function lower(word: string | null): string {
  return word?.trim().toLowerCase() ?? "";
}
