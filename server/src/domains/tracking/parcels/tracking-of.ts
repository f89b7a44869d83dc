import type { TrackingInfo } from "@deskhand/contract/tracking";
import { type TrackingStatus, trackingProgress } from "@deskhand/contract/vocabulary";
import { trackingPage } from "../../orders/index.ts";
import {
  beganWithLabel,
  isLabel,
  newestFirst,
  type OrderFacts,
  type Shipment,
  type ShipmentEvent,
  type Stage,
  stageOf,
  stageOfWord,
} from "./shipment-stage.ts";

/** How much of an order a ticket shows: its newest parcels, and each one's newest events. */
export const shownLimits = { items: 20, parcels: 20, events: 50, refunds: 50 };

type Event = TrackingInfo["events"][number];

/** Most relevant first: trouble, then what arrives soonest. */
const askedFirst: TrackingStatus[] = [
  "exception",
  "ready-for-pickup",
  "out-for-delivery",
  "shipped",
  "processing",
  "delivered",
];

/**
 * The parcels of an order (docs/product.md#parcels), most relevant first; without shipments, the progress of the order
 * itself.
 */
export function trackingOf(order: OrderFacts): TrackingInfo[] {
  const sent = order.shipments
    .map((shipment) => ({ shipment, stage: stageOf(shipment) }))
    .filter(({ stage }) => stage.status !== "cancelled");
  if (sent.length === 0) return [unsent(order)];
  return sent
    .flatMap(({ shipment, stage }) => parcelsOf(order, shipment, stage))
    .toSorted(
      (a, b) =>
        askedFirst.indexOf(a.status) - askedFirst.indexOf(b.status) ||
        Date.parse(b.lastUpdate) - Date.parse(a.lastUpdate),
    )
    .slice(0, shownLimits.parcels);
}

function parcelsOf(order: OrderFacts, shipment: Shipment, { status }: Stage): TrackingInfo[] {
  const parcels = shipment.parcels.length > 0 ? shipment.parcels : [{ number: null, company: null, url: null }];
  const events = eventsOf(order, shipment);
  return parcels.map(({ number, company, url }) => ({
    orderNumber: order.name,
    trackingNumber: number?.trim() || null,
    carrier: company?.trim() || null,
    status,
    platformStatus: (shipment.displayStatus ?? events.newest ?? shipment.status)?.toLowerCase() ?? null,
    progress: trackingProgress[status],
    estimatedDelivery: shipment.estimatedDeliveryAt,
    lastUpdate: events.all[0]?.timestamp ?? shipment.createdAt,
    trackUrl: trackingPage({ number, company, url }),
    events: events.all,
  }));
}

function eventsOf(order: OrderFacts, shipment: Shipment): { all: Event[]; newest: string | null } {
  const recorded = onceEach(newestFirst(shipment.events));
  const all = recorded.map(eventOf);
  const isTold = all.some(({ status }) => status === "delivered");
  if (shipment.deliveredAt !== null && !isTold) {
    all.push(event(`delivered-${shipment.id}`, shipment.deliveredAt, "delivered", "Delivered"));
  }
  all.push(
    isPrepared(shipment)
      ? event(`prepared-${shipment.id}`, shipment.createdAt, "processing", "Shipment prepared")
      : event(`shipped-${shipment.id}`, shipment.createdAt, "shipped", "Marked as shipped"),
    ...ofOrder(order),
  );
  return { all: lastFirst(all), newest: recorded[0]?.status ?? null };
}

// Carriers and apps report the same event twice, even a moment later.
function onceEach(newest: ShipmentEvent[]): ShipmentEvent[] {
  const isSame = (a: ShipmentEvent, b: ShipmentEvent) =>
    a.status === b.status &&
    (a.message ?? b.message) === (b.message ?? a.message) &&
    (a.city ?? b.city) === (b.city ?? a.city) &&
    Math.abs(Date.parse(a.happenedAt) - Date.parse(b.happenedAt)) < sameMs;
  return newest.filter((event, at) => !newest.slice(at + 1).some((earlier) => isSame(event, earlier)));
}
const sameMs = 60_000;

function isPrepared(shipment: Shipment): boolean {
  if (beganWithLabel(shipment)) return true;
  const displayStatus = isLabel(shipment.displayStatus) ? null : shipment.displayStatus;
  return stageOf({ ...shipment, displayStatus, events: [], deliveredAt: null }).status === "processing";
}

/** The order of events at the same moment. */
const follows: TrackingStatus[] = [
  ...(["order-placed", "not-shipped", "processing", "shipped", "out-for-delivery"] as const),
  "ready-for-pickup",
  ...(["exception", "delivered", "cancelled"] as const),
];

// Stable: of equal time and kind, a recorded event stays before a concluded one.
function lastFirst(events: Event[]): Event[] {
  return events.toSorted(
    (a, b) =>
      Date.parse(b.timestamp) - Date.parse(a.timestamp) || follows.indexOf(b.status) - follows.indexOf(a.status),
  );
}

function eventOf({ id, status, message, city, province, country, happenedAt }: ShipmentEvent): Event {
  const stage = stageOfWord(status) ?? { status: "shipped", text: wordsOf(status) };
  const places = [city, province, country].map((place) => place?.trim()).filter((place) => place);
  const location = [...new Set(places)].join(", ") || null;
  return { id, timestamp: happenedAt, status: stage.status, location, description: message?.trim() || stage.text };
}

function event(id: string, timestamp: string, status: TrackingStatus, description: string): Event {
  return { id, timestamp, status, location: null, description };
}

function ofOrder({ createdAt, paidAt, cancelledAt }: OrderFacts): Event[] {
  return [
    ...(cancelledAt === null ? [] : [event("cancelled", cancelledAt, "cancelled", "Order cancelled")]),
    ...(paidAt === null ? [] : [event("paid", paidAt, "processing", "Payment received")]),
    event("order-placed", createdAt, "order-placed", "Order placed"),
  ];
}

/** "On hold" of `on_hold`. */
function wordsOf(word: string): string {
  const text = word.trim().toLowerCase().replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const preparing = ["in_progress", "pending_fulfillment", "scheduled", "on_hold", "request_declined"];

function unsent(order: OrderFacts): TrackingInfo {
  const status = unsentStatus(order);
  const events = lastFirst(ofOrder(order));
  return {
    orderNumber: order.name,
    trackingNumber: null,
    carrier: null,
    estimatedDelivery: null,
    status,
    progress: trackingProgress[status],
    platformStatus: order.fulfillmentStatus?.toLowerCase() ?? null,
    trackUrl: null,
    lastUpdate: events[0]?.timestamp ?? order.createdAt,
    events,
  };
}

function unsentStatus({ cancelledAt, financialStatus, fulfillmentStatus }: OrderFacts): TrackingStatus {
  const fulfillment = fulfillmentStatus?.toLowerCase() ?? "";
  if (cancelledAt !== null) return "cancelled";
  if (fulfillment === "fulfillment_not_required") return "not-shipped";
  // The store says so, though it keeps no record of shipments.
  if (fulfillment === "fulfilled" || fulfillment === "partial") return "shipped";
  const isPaid = financialStatus?.toLowerCase() === "paid";
  return isPaid || preparing.includes(fulfillment) ? "processing" : "order-placed";
}
