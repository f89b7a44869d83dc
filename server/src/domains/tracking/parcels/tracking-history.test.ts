import { expect, test } from "vitest";
import { exampleFacts } from "../../../testing/store/parcel-facts.ts";
import type { OrderFacts, Shipment } from "./shipment-stage.ts";
import { trackingOf } from "./tracking-of.ts";

const { day, event, order, shipment } = exampleFacts;
const first = (facts: OrderFacts) => {
  const [parcel] = trackingOf(facts);
  if (!parcel) throw new Error("There is always one");
  return parcel;
};
const sent = (makings: Partial<Shipment>, of: Partial<OrderFacts> = {}) =>
  first(order({ fulfillmentStatus: "fulfilled", ...of, shipments: [shipment(makings)] }));

test("the history tells what the platform recorded, and what follows from it, the newest first", () => {
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
])("the history keeps what happened to the order itself: %s", (_, makings, told) => {
  expect(first(order(makings)).events.map(({ description }) => description)).toEqual(told);
});

test("sixty events of a carrier leave what happened to the order itself", () => {
  const events = Array.from({ length: 60 }, (_, at) => event("in_transit", 3, { id: String(at) }));
  const told = sent({ events }, { paidAt: day(1) }).events.map(({ description }) => description);
  expect(told.slice(-3)).toEqual(["Marked as shipped", "Payment received", "Order placed"]);
});

test("a shipment that began with a label was prepared then, and shipped when the carrier had it", () => {
  const events = [event("label_purchased", 2), event("carrier_picked_up", 3)];
  const { events: told } = sent({ displayStatus: "in_transit", events });
  expect(told.map(({ status, description }) => `${status}: ${description}`)).toEqual([
    "shipped: Picked up by the carrier",
    "processing: Shipping label bought",
    "processing: Shipment prepared",
    "order-placed: Order placed",
  ]);
});
