import type { OrderFacts, Shipment, ShipmentEvent } from "../../domains/tracking/index.ts";

/** 09:00 of a day of November 2026. */
const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}T09:00:00.000Z`;

/** What is known of an order of November 1. */
function order(makings: Partial<OrderFacts> = {}): OrderFacts {
  return {
    name: "#1042",
    createdAt: day(1),
    paidAt: null,
    cancelledAt: null,
    financialStatus: "paid",
    fulfillmentStatus: null,
    refunds: [],
    shipments: [],
    ...makings,
  };
}

/** One that was sent on November 2. */
function shipment(makings: Partial<Shipment> = {}): Shipment {
  return {
    id: "s",
    status: "success",
    displayStatus: null,
    createdAt: day(2),
    estimatedDeliveryAt: null,
    deliveredAt: null,
    events: [],
    parcels: [{ number: "1Z", company: "UPS", url: null }],
    ...makings,
  };
}

/** What was recorded on a shipment's way on a day. */
function event(status: string, at: number, makings: Partial<ShipmentEvent> = {}): ShipmentEvent {
  return {
    id: `${status}-${at}`,
    status,
    message: null,
    city: null,
    province: null,
    country: null,
    happenedAt: day(at),
    ...makings,
  };
}

/** Makes orders, their shipments and what was recorded on their way, for tests; all is as plain as it gets. */
export const exampleFacts = { day, order, shipment, event };
