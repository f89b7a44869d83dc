import { trackingProgress } from "@deskhand/contract/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OrderFacts, Shipment, ShipmentEvent } from "./shipment-stage.ts";
import { trackingOf } from "./tracking-of.ts";

/** 09:00 of a day of November 2026. */
const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}T09:00:00.000Z`;

/** An order of November 1 with these values. */
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

/** A shipment of November 2. */
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

/** An event of a shipment's way on a day. */
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

const first = (facts: OrderFacts) => {
  const [parcel] = trackingOf(facts);
  if (!parcel) throw new Error("There is always one");
  return parcel;
};
const sent = (makings: Partial<Shipment>, of: Partial<OrderFacts> = {}) =>
  first(order({ fulfillmentStatus: "fulfilled", ...of, shipments: [shipment(makings)] }));

describe("a shipment by the platform's displayed status", () => {
  test.each([
    ["SUBMITTED", "processing"],
    ["LABEL_PURCHASED", "processing"],
    ["LABEL_PRINTED", "processing"],
    ["LABEL_VOIDED", "processing"],
    ["CONFIRMED", "shipped"],
    ["FULFILLED", "shipped"],
    ["MARKED_AS_FULFILLED", "shipped"],
    ["CARRIER_PICKED_UP", "shipped"],
    ["IN_TRANSIT", "shipped"],
    ["OUT_FOR_DELIVERY", "out-for-delivery"],
    ["READY_FOR_PICKUP", "ready-for-pickup"],
    ["DELIVERED", "delivered"],
    ["PICKED_UP", "delivered"],
    ["ATTEMPTED_DELIVERY", "exception"],
    ["DELAYED", "exception"],
    ["FAILURE", "exception"],
    ["NOT_DELIVERED", "exception"],
    ["HELD_AT_CUSTOMS", "shipped"],
    ["toString", "shipped"],
    ["", "shipped"],
  ] as const)("reads %s as %s, in capitals and small letters", (displayStatus, status) => {
    const parcel = sent({ displayStatus });
    expect([parcel.status, parcel.progress]).toEqual([status, trackingProgress[status]]);
    expect(sent({ displayStatus: displayStatus.toLowerCase() }).status).toBe(status);
  });
});

test.each([
  ["SUCCESS", "shipped"],
  ["OPEN", "processing"],
  ["PENDING", "processing"],
  ["ERROR", "exception"],
  ["FAILURE", "exception"],
  [null, "shipped"],
])("reads the request %s of a shipment without a displayed status as %s", (status, expected) => {
  expect(sent({ status }).status).toBe(expected);
});

describe("a shipment by its events", () => {
  test.each<[string, Partial<Shipment>, string]>([
    ["delivered without an event", { deliveredAt: day(5) }, "delivered"],
    [
      "delivered, displayed, without a time",
      { displayStatus: "delivered", events: [event("in_transit", 3)] },
      "delivered",
    ],
    ["delivered after all else", { deliveredAt: day(5), events: [event("out_for_delivery", 4)] }, "delivered"],
    ["came back after it was delivered", { deliveredAt: day(5), events: [event("failure", 6)] }, "exception"],
    [
      "events in any order",
      { events: [event("in_transit", 3), event("delivered", 5), event("label_printed", 2)] },
      "delivered",
    ],
    ["events of one moment", { events: [event("delivered", 5), event("out_for_delivery", 5)] }, "delivered"],
    [
      "events of one moment, the other way round",
      { events: [event("out_for_delivery", 5), event("delivered", 5)] },
      "delivered",
    ],
    [
      "further than displayed",
      { displayStatus: "out_for_delivery", events: [event("out_for_delivery", 4), event("ready_for_pickup", 5)] },
      "ready-for-pickup",
    ],
    [
      "a pickup point that is known before the last van",
      { displayStatus: "ready_for_pickup", events: [event("out_for_delivery", 4)] },
      "ready-for-pickup",
    ],
    [
      "a state that lags behind its events",
      { displayStatus: "in_transit", events: [event("out_for_delivery", 4)] },
      "out-for-delivery",
    ],
    [
      "displayed further than told",
      { displayStatus: "out_for_delivery", events: [event("in_transit", 3)] },
      "out-for-delivery",
    ],
    ["trouble told", { displayStatus: "in_transit", events: [event("attempted_delivery", 4)] }, "exception"],
    ["trouble displayed", { displayStatus: "delayed", events: [event("in_transit", 4)] }, "exception"],
    [
      "trouble overcome",
      { displayStatus: "in_transit", events: [event("delayed", 3), event("in_transit", 4)] },
      "shipped",
    ],
    ["nothing told", { displayStatus: "in_transit", events: [event("confirmed", 4)] }, "shipped"],
    [
      "marked as shipped, a label afterwards",
      { displayStatus: "label_purchased", events: [event("label_purchased", 3)] },
      "shipped",
    ],
    [
      "marked as shipped, a label some seconds afterwards",
      {
        displayStatus: "LABEL_PURCHASED",
        events: [event("LABEL_PURCHASED", 2, { happenedAt: "2026-11-02T09:00:05.000Z" })],
      },
      "shipped",
    ],
    [
      "marked as shipped, a label that was voided afterwards",
      { displayStatus: "label_voided", events: [event("label_voided", 4), event("label_printed", 3)] },
      "shipped",
    ],
    [
      "a label bought with it and printed later",
      { displayStatus: "label_printed", events: [event("label_printed", 3), event("label_purchased", 2)] },
      "processing",
    ],
    [
      "a label recorded a second after it",
      {
        displayStatus: "label_purchased",
        events: [event("label_purchased", 2, { happenedAt: "2026-11-02T09:00:01.000Z" })],
      },
      "processing",
    ],
    [
      "a label after the carrier had it",
      {
        displayStatus: "label_printed",
        events: [event("label_purchased", 2), event("in_transit", 3), event("label_printed", 4)],
      },
      "shipped",
    ],
    [
      "a label after it was out for delivery",
      { displayStatus: "label_printed", events: [event("out_for_delivery", 3), event("label_printed", 4)] },
      "out-for-delivery",
    ],
    [
      "a new label after the delivery failed",
      { displayStatus: "label_purchased", events: [event("failure", 3), event("label_purchased", 4)] },
      "exception",
    ],
    [
      "a label after it was delivered",
      { displayStatus: "label_purchased", deliveredAt: day(3), events: [event("label_purchased", 4)] },
      "delivered",
    ],
    [
      "waiting for the warehouse, with a label since",
      { status: "OPEN", displayStatus: "label_purchased", events: [event("label_purchased", 3)] },
      "processing",
    ],
    ["a label that was voided", { displayStatus: "label_voided", events: [event("label_printed", 2)] }, "processing"],
    ["a word nobody knows", { events: [event("beamed_up", 4)] }, "shipped"],
  ])("%s", (_, makings, status) => {
    expect(sent(makings).status).toBe(status);
  });
});

test.each<[string, Partial<OrderFacts>, string]>([
  ["paid", {}, "processing"],
  ["not paid", { financialStatus: "pending" }, "order-placed"],
  ["nobody knows whether it is paid", { financialStatus: null }, "order-placed"],
  ["being packed", { financialStatus: "authorized", fulfillmentStatus: "in_progress" }, "processing"],
  ["on hold", { financialStatus: "pending", fulfillmentStatus: "on_hold" }, "processing"],
  ["cancelled", { cancelledAt: day(3) }, "cancelled"],
  ["restocked", { financialStatus: "refunded", fulfillmentStatus: "restocked" }, "order-placed"],
  ["a gift card", { fulfillmentStatus: "fulfillment_not_required" }, "not-shipped"],
  ["shipped without a record", { fulfillmentStatus: "fulfilled" }, "shipped"],
  ["its only shipment was cancelled", { shipments: [shipment({ status: "cancelled" })] }, "processing"],
  ["its only shipment shows as cancelled", { shipments: [shipment({ displayStatus: "CANCELED" })] }, "processing"],
])("gives the state of an order without shipments: %s", (_, makings, status) => {
  const parcel = first(order(makings));
  expect(parcel).toMatchObject({
    status,
    trackingNumber: null,
    carrier: null,
    trackUrl: null,
    estimatedDelivery: null,
  });
  expect(parcel.events.at(-1)).toMatchObject({ description: "Order placed", timestamp: day(1) });
});

test("still tracks the parcel of an order cancelled after shipping", () => {
  expect(sent({ displayStatus: "in_transit" }, { cancelledAt: day(4) })).toMatchObject({ status: "shipped" });
});

test("lists an event reported twice within a minute once, and a later repetition again", () => {
  const at = (seconds: number) => new Date(Date.parse(day(3)) + seconds * 1_000).toISOString();
  const reports = [0, 20, 7_200].map((seconds) =>
    event("IN_TRANSIT", 3, { message: "Left the depot", happenedAt: at(seconds) }),
  );
  const { events } = sent({ events: reports });
  expect(events.filter(({ description }) => description === "Left the depot")).toHaveLength(2);
});

test("lists each parcel of each shipment, most relevant first", () => {
  const parcels = ["A", "B"].map((number) => ({ number, company: "DHL", url: null }));
  const facts = order({
    shipments: [
      shipment({ id: "1", deliveredAt: day(9), parcels: [{ number: "D", company: null, url: null }] }),
      shipment({ id: "2", displayStatus: "in_transit", parcels }),
      shipment({ id: "3", status: "cancelled", parcels: [{ number: "X", company: null, url: null }] }),
      shipment({ id: "4", displayStatus: "delayed", parcels: [] }),
    ],
  });
  expect(trackingOf(facts).map(({ trackingNumber, status }) => [trackingNumber, status])).toEqual([
    [null, "exception"],
    ["A", "shipped"],
    ["B", "shipped"],
    ["D", "delivered"],
  ]);
});

const text = fc.option(fc.string({ maxLength: 20 }), { nil: null });
const time = fc.integer({ min: 1, max: 28 }).map(day);
const shipments = fc.array(
  fc.record({
    id: fc.uuid(),
    status: text,
    displayStatus: text,
    createdAt: time,
    estimatedDeliveryAt: fc.constant(null),
    deliveredAt: fc.option(time, { nil: null }),
    parcels: fc.array(fc.record({ number: text, company: text, url: text }), { maxLength: 30 }),
    events: fc.array(fc.integer({ min: 1, max: 28 }).map((at) => event("x", at))),
  }),
  { maxLength: 30 },
);

test("gives a parcel with a status, progress and ordered history for any data of the platform", () => {
  fc.assert(
    fc.property(shipments, (all) => {
      const parcels = trackingOf(order({ shipments: all }));
      expect(parcels.length).toBeGreaterThan(0);
      for (const { status, progress, events, lastUpdate } of parcels) {
        expect(progress).toBe(trackingProgress[status]);
        expect(lastUpdate).toBe(events[0]?.timestamp);
        expect(events.map(({ timestamp }) => timestamp)).toEqual(
          events
            .map(({ timestamp }) => timestamp)
            .sort()
            .reverse(),
        );
      }
    }),
  );
});

test("gives the recorded and concluded history, newest first", () => {
  const message = "Left with a neighbour";
  const places = { city: "Cork", province: "Munster", country: "Ireland" };
  const { events, lastUpdate } = sent({
    events: [
      event("in_transit", 4),
      event("delivered", 6, { message, ...places }),
      event("customs_scan", 5, { city: " " }),
    ],
    deliveredAt: day(6),
  });
  expect(
    events.map(({ timestamp, status, description, location }) => [timestamp, status, description, location]),
  ).toEqual([
    [day(6), "delivered", message, "Cork, Munster, Ireland"],
    [day(5), "shipped", "Customs scan", null],
    [day(4), "shipped", "In transit", null],
    [day(2), "shipped", "Marked as shipped", null],
    [day(1), "order-placed", "Order placed", null],
  ]);
  expect(lastUpdate).toBe(day(6));
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
});

test.each<[string, Partial<OrderFacts>, string[]]>([
  [
    "paid, and marked as shipped, and labelled",
    {
      paidAt: day(1),
      shipments: [shipment({ displayStatus: "label_purchased", events: [event("label_purchased", 3)] })],
    },
    ["Shipping label bought", "Marked as shipped", "Payment received", "Order placed"],
  ],
  [
    "paid when it was shipped",
    { paidAt: day(2), shipments: [shipment()] },
    ["Marked as shipped", "Payment received", "Order placed"],
  ],
  [
    "all at one moment",
    {
      paidAt: day(1),
      cancelledAt: day(1),
      shipments: [shipment({ createdAt: day(1), deliveredAt: day(1), events: [event("out_for_delivery", 1)] })],
    },
    ["Order cancelled", "Delivered", "Out for delivery", "Marked as shipped", "Payment received", "Order placed"],
  ],
  [
    "paid after it was delivered",
    { paidAt: day(9), shipments: [shipment({ deliveredAt: day(5) })] },
    ["Payment received", "Delivered", "Marked as shipped", "Order placed"],
  ],
  [
    "cancelled before it was sent",
    { cancelledAt: day(1), paidAt: day(1) },
    ["Order cancelled", "Payment received", "Order placed"],
  ],
  ["paid when it was placed", { paidAt: day(1) }, ["Payment received", "Order placed"]],
])("keeps the order's own events in the history: %s", (_, makings, told) => {
  expect(first(order(makings)).events.map(({ description }) => description)).toEqual(told);
});

test("keeps the order's own events beside sixty of a carrier", () => {
  const events = Array.from({ length: 60 }, (_, at) => event("in_transit", 3, { id: String(at) }));
  const told = sent({ events }, { paidAt: day(1) }).events.map(({ description }) => description);
  expect(told.slice(-3)).toEqual(["Marked as shipped", "Payment received", "Order placed"]);
});

test("treats a shipment with a label as prepared, and as shipped when the carrier had it", () => {
  const events = [event("label_purchased", 2), event("carrier_picked_up", 3)];
  const { events: told } = sent({ displayStatus: "in_transit", events });
  expect(told.map(({ status, description }) => `${status}: ${description}`)).toEqual([
    "shipped: Picked up by the carrier",
    "processing: Shipping label bought",
    "processing: Shipment prepared",
    "order-placed: Order placed",
  ]);
});
