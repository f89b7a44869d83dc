import { add, compare, exchange, subtract, times } from "./decimals.ts";
import type { Decimal, StoreFulfillment, StoreLineItem, StoreOrder, StoreRefund } from "./store-state.ts";

/** Returns the price of the pieces before discounts and shipping. */
export function subtotalOf({ lineItems }: StoreOrder): Decimal {
  return add("0", ...lineItems.map(({ price, quantity }) => times(price, quantity)));
}

/** Returns the order's total when it was placed. */
export function totalOf(order: StoreOrder): Decimal {
  return add(subtract(subtotalOf(order), order.discount), order.shipping);
}

/** Returns the order's present total, after edits and refunded items. */
export function currentTotalOf(order: StoreOrder): Decimal {
  const removed = order.lineItems.map(({ id, price, currentQuantity, quantity }) =>
    times(price, quantity - currentQuantity + refundedQuantity(order, id)),
  );
  const left = subtract(totalOf(order), add("0", ...removed));
  return compare(left, "0") < 0 ? "0" : left;
}

export function refundedOf(order: StoreOrder): Decimal {
  return add("0", ...order.refunds.map((refund) => (isConfirmed(order, refund) ? refund.amount : "0")));
}

/** Returns whether all payments of a refund took the money back; they may take time, or refuse. */
function isConfirmed({ transactions }: StoreOrder, { transactionIds }: StoreRefund): boolean {
  return transactions.every(({ id, status }) => !transactionIds.includes(id) || status === "SUCCESS");
}

/** Returns what was refunded in the customer's currency. */
export function refundedShown({ refunds, presentment, currency }: StoreOrder): Decimal {
  const shown = presentment ?? { rate: "1", currency };
  return add(
    "0",
    ...refunds.map(({ amount, shownAmount }) => shownAmount ?? exchange(amount, shown.rate, shown.currency)),
  );
}

/** Returns how much of the shipping costs was not refunded. */
export function shippingLeft({ shipping, refunds }: StoreOrder): Decimal {
  return subtract(shipping, add("0", ...refunds.map((refund) => refund.shipping ?? "0")));
}

/** Returns how many pieces of a line are neither shipped nor refunded. */
export function unsentQuantity(order: StoreOrder, item: StoreLineItem): number {
  const gone = refundedQuantity(order, item.id) + fulfilledQuantity(order, item.id) - returnedQuantity(order, item.id);
  return Math.max(0, item.currentQuantity - gone);
}

/** Returns how many pieces of a line were shipped and came back. */
export function returnedQuantity({ refunds }: StoreOrder, lineItemId: number): number {
  const back = refunds.flatMap(({ lineItems }) => lineItems);
  return back.reduce(
    (sum, line) => sum + (line.lineItemId === lineItemId && line.restockType === "RETURN" ? line.quantity : 0),
    0,
  );
}

/** Returns the amount that was paid and received. */
export function receivedOf({ transactions }: StoreOrder): Decimal {
  const paid = transactions.filter(
    ({ kind, status }) => (kind === "SALE" || kind === "CAPTURE") && status === "SUCCESS",
  );
  return add("0", ...paid.map(({ amount }) => amount));
}

export function outstandingOf(order: StoreOrder): Decimal {
  const left = subtract(currentTotalOf(order), subtract(receivedOf(order), refundedOf(order)));
  return compare(left, "0") < 0 ? "0" : left;
}

export function refundedQuantity({ refunds }: StoreOrder, lineItemId: number): number {
  const refunded = refunds.flatMap(({ lineItems }) => lineItems.filter((item) => item.lineItemId === lineItemId));
  return refunded.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Returns how many pieces of a line were shipped. */
export function fulfilledQuantity({ fulfillments }: StoreOrder, lineItemId: number): number {
  const sent = fulfillments.filter(({ status }) => status !== "CANCELLED");
  const items = sent.flatMap(({ lineItems }) => lineItems.filter((item) => item.lineItemId === lineItemId));
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Returns one of OrderDisplayFulfillmentStatus. */
export function fulfillmentStatusOf(order: StoreOrder): string {
  if (order.fulfillmentStatus) return order.fulfillmentStatus;
  const sent = order.lineItems.map(({ id }) => fulfilledQuantity(order, id));
  if (sent.every((quantity) => quantity === 0)) return "UNFULFILLED";
  const isWhole = order.lineItems.every(({ currentQuantity }, index) => (sent[index] ?? 0) >= currentQuantity);
  return isWhole ? "FULFILLED" : "PARTIALLY_FULFILLED";
}

/** Returns one of FulfillmentDisplayStatus: the carrier's last report, else whether there is a carrier at all. */
export function displayStatusOf({ status, events, trackingInfo }: StoreFulfillment): string {
  if (status === "CANCELLED") return "CANCELED";
  const last = events.toSorted((a, b) => a.happenedAt.localeCompare(b.happenedAt)).at(-1);
  return last?.status ?? (trackingInfo.length > 0 ? "FULFILLED" : "MARKED_AS_FULFILLED");
}

/** Returns when the carrier first reported a status. */
export function timeOf({ events }: StoreFulfillment, status: string): string | null {
  const times = events.filter((event) => event.status === status).map(({ happenedAt }) => happenedAt);
  return times.sort()[0] ?? null;
}

/** Returns the carrier's last estimate. */
export function estimateOf({ events, estimatedDeliveryAt }: StoreFulfillment): string | null {
  return events.findLast((event) => event.estimatedDeliveryAt !== null)?.estimatedDeliveryAt ?? estimatedDeliveryAt;
}
