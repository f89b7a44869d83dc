import type { OrderChange } from "@deskhand/contract/tracking";
import type { OrderChangeKind } from "@deskhand/contract/vocabulary";
import { beganWithLabel, newestFirst, type OrderFacts, type Shipment, stageOf } from "./shipment-stage.ts";

/** The times of the customer's first and last message on a ticket. */
export type Written = { first: string; last: string };

/** What changed of an order since the customer's last message, or else since their first; null for nothing. */
export function changesSinceCustomerWrote(order: OrderFacts, written: Written | null) {
  if (written === null) return null;
  const { first, last } = written;
  const sinceLast = changesSince(order, last);
  if (sinceLast.length > 0) return { writtenAt: last, isLastMessage: true, changes: sinceLast };
  const changes = isSame(first, last) ? [] : changesSince(order, first);
  return changes.length > 0 ? { writtenAt: first, isLastMessage: false, changes } : null;
}

/** What happened to an order after a moment, as far as the platform gives times; oldest first. */
export function changesSince(order: OrderFacts, moment: string): OrderChange[] {
  const at = Date.parse(moment);
  const isAfter = (change: OrderChange) => Date.parse(change.at) > at;
  const ofOrder = [
    ...changeAt("placed", order.createdAt),
    ...changeAt("paid", order.paidAt),
    ...changeAt("cancelled", order.cancelledAt, { by: order.cancelledBy ?? null }),
    ...order.refunds
      .filter(({ amount }) => /[1-9]/.test(amount))
      .flatMap(({ amount, refundedAt, by = null }) => changeAt("refunded", refundedAt, { amount, by })),
  ].filter(isAfter);
  const changes = [...ofOrder, ...order.shipments.flatMap((shipment) => lastOf(shipment, isAfter))];
  return changes.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

const changeKinds: Record<string, OrderChangeKind> = {
  out_for_delivery: "out-for-delivery",
  ready_for_pickup: "ready-for-pickup",
  delayed: "delayed",
  attempted_delivery: "delivery-attempted",
  failure: "delivery-failed",
  delivered: "delivered",
};
const moving = ["carrier_picked_up", "in_transit", "out_for_delivery"];

/** A shipment's shipping, and the last of its later events. */
function lastOf(shipment: Shipment, isAfter: (change: OrderChange) => boolean): OrderChange[] {
  if (stageOf(shipment).status === "cancelled") return [];
  const trackingNumber = shipment.parcels[0]?.number?.trim() || null;
  const sent = changeAt("shipped", shippedAt(shipment), { trackingNumber }).filter(isAfter);
  const recorded = newestFirst(shipment.events).flatMap(({ status, happenedAt }) => {
    const kind = kindOf(status);
    return kind ? changeAt(kind, happenedAt, { trackingNumber }) : [];
  });
  const isTold = recorded.some(({ kind }) => kind === "delivered");
  const delivered = isTold ? [] : changeAt("delivered", shipment.deliveredAt, { trackingNumber });
  const [last] = [...delivered, ...recorded].filter(isAfter).toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return last ? [...sent, last] : sent;
}

/** A label alone ships nothing: a shipment with one is shipped when the carrier has it. */
function shippedAt(shipment: Shipment): string | null {
  if (!beganWithLabel(shipment)) return stageOf(shipment).status === "processing" ? null : shipment.createdAt;
  const first = newestFirst(shipment.events).findLast(({ status }) => moving.includes(status.toLowerCase()));
  return first?.happenedAt ?? null;
}

function kindOf(status: string): OrderChangeKind | undefined {
  const word = status.toLowerCase();
  return Object.hasOwn(changeKinds, word) ? changeKinds[word] : undefined;
}

function changeAt(
  kind: OrderChangeKind,
  at: string | null,
  about: Partial<Pick<OrderChange, "amount" | "trackingNumber" | "by">> = {},
): OrderChange[] {
  return at === null ? [] : [{ kind, at, amount: null, trackingNumber: null, by: null, ...about }];
}

function isSame(a: string, b: string): boolean {
  return Date.parse(a) === Date.parse(b);
}
