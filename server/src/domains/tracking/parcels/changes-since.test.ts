import { describe, expect, test } from "vitest";
import { changesSince, changesSinceCustomerWrote } from "./changes-since.ts";
import type { OrderFacts, Shipment, ShipmentEvent } from "./shipment-stage.ts";

const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}T09:00:00.000Z`;

function order(makings: Partial<OrderFacts> = {}): OrderFacts {
  return {
    name: "#1042",
    createdAt: day(1),
    paidAt: day(1),
    cancelledAt: null,
    financialStatus: "paid",
    fulfillmentStatus: null,
    refunds: [],
    shipments: [],
    ...makings,
  };
}

function shipment(makings: Partial<Shipment> = {}): Shipment {
  return {
    id: "s",
    status: "success",
    displayStatus: null,
    createdAt: day(5),
    estimatedDeliveryAt: null,
    deliveredAt: null,
    events: [],
    parcels: [{ number: "1Z", company: "UPS", url: null }],
    ...makings,
  };
}

function event(status: string, at: number): ShipmentEvent {
  return {
    id: `${status}-${at}`,
    status,
    message: null,
    city: null,
    province: null,
    country: null,
    happenedAt: day(at),
  };
}

const told = (facts: OrderFacts, since: number) =>
  changesSince(facts, day(since)).map(({ kind, at }) => `${kind} ${Number(at.slice(8, 10))}`);

describe("an order's changes after a moment", () => {
  test.each<[string, Partial<OrderFacts>, number, string[]]>([
    ["nothing", {}, 3, []],
    ["paid since", { paidAt: day(4) }, 3, ["paid 4"]],
    ["paid before", { paidAt: day(2) }, 3, []],
    ["paid at that very moment", { paidAt: day(3) }, 3, []],
    ["ordered only since", { createdAt: day(4), paidAt: day(4) }, 3, ["placed 4", "paid 4"]],
    ["cancelled since", { cancelledAt: day(4) }, 3, ["cancelled 4"]],
    ["shipped since", { shipments: [shipment()] }, 3, ["shipped 5"]],
    ["shipped before", { shipments: [shipment()] }, 6, []],
    [
      "shipped and delivered since",
      { shipments: [shipment({ deliveredAt: day(8) })] },
      3,
      ["shipped 5", "delivered 8"],
    ],
    ["delivered since", { shipments: [shipment({ deliveredAt: day(8) })] }, 6, ["delivered 8"]],
    ["delivered before", { shipments: [shipment({ deliveredAt: day(8) })] }, 9, []],
    [
      "delivered, by event and by time, once",
      { shipments: [shipment({ deliveredAt: day(8), events: [event("delivered", 8)] })] },
      ...([6, ["delivered 8"]] as const satisfies [number, string[]]),
    ],
    [
      "of what came after the shipping, the last",
      {
        shipments: [
          shipment({ events: [event("delayed", 6), event("attempted_delivery", 8), event("out_for_delivery", 7)] }),
        ],
      },
      ...([3, ["shipped 5", "delivery-attempted 8"]] as [number, string[]]),
    ],
    [
      "what says nothing new",
      { shipments: [shipment({ events: [event("in_transit", 6), event("confirmed", 7)] })] },
      5,
      [],
    ],
    [
      "ready for pickup",
      { shipments: [shipment({ events: [event("READY_FOR_PICKUP", 7)] })] },
      ...([6, ["ready-for-pickup 7"]] as [number, string[]]),
    ],
    [
      "a label before, picked up by the carrier since",
      {
        shipments: [
          shipment({ createdAt: day(2), events: [event("label_purchased", 2), event("carrier_picked_up", 7)] }),
        ],
      },
      3,
      ["shipped 7"],
    ],
    [
      "marked as shipped since, and labelled afterwards",
      { shipments: [shipment({ displayStatus: "label_purchased", events: [event("label_purchased", 6)] })] },
      ...([3, ["shipped 5"]] as [number, string[]]),
    ],
    ["a label alone", { shipments: [shipment({ displayStatus: "label_printed" })] }, 3, []],
    ["a shipment that was cancelled", { shipments: [shipment({ status: "cancelled", deliveredAt: day(8) })] }, 3, []],
    ["a shipment that waits", { shipments: [shipment({ status: "open" })] }, 3, []],
    [
      "of two shipments each",
      { shipments: [shipment({ id: "a", deliveredAt: day(9) }), shipment({ id: "b", createdAt: day(8) })] },
      ...([6, ["shipped 8", "delivered 9"]] as [number, string[]]),
    ],
  ])("%s", (_, makings, since, changes) => {
    expect(told(order(makings), since)).toEqual(changes);
  });

  test("list refunds with their exact amounts, and no empty ones", () => {
    const refunds = [
      { amount: "20.005" as const, refundedAt: day(7) },
      { amount: "0.00" as const, refundedAt: day(8) },
      { amount: "5" as const, refundedAt: day(2) },
    ];
    expect(changesSince(order({ refunds }), day(3))).toEqual([
      { kind: "refunded", at: day(7), amount: "20.005", trackingNumber: null, by: null },
    ]);
  });

  test("list parcels with their numbers", () => {
    expect(changesSince(order({ shipments: [shipment()] }), day(3))).toMatchObject([{ trackingNumber: "1Z" }]);
  });
});

describe("an order's changes since the customer wrote", () => {
  const facts = order({ shipments: [shipment({ deliveredAt: day(8) })] });
  const since = (first: number, last: number) => {
    const found = changesSinceCustomerWrote(facts, { first: day(first), last: day(last) });
    return found && [Number(found.writtenAt.slice(8, 10)), found.isLastMessage, found.changes.map(({ kind }) => kind)];
  };

  test("count from the last message where something happened after it", () => {
    expect(since(2, 6)).toEqual([6, true, ["delivered"]]);
    expect(since(6, 6)).toEqual([6, true, ["delivered"]]);
  });

  test("count from the first message where nothing happened after the last", () => {
    expect(since(6, 9)).toEqual([6, false, ["delivered"]]);
    expect(since(2, 9)).toEqual([2, false, ["shipped", "delivered"]]);
  });

  test("are null where nothing happened, and where nobody wrote", () => {
    expect(since(9, 10)).toBeNull();
    expect(since(9, 9)).toBeNull();
    expect(changesSinceCustomerWrote(facts, null)).toBeNull();
  });
});
