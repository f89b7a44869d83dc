import { add, compare, exchange, subtract, times } from "./decimals.ts";
import { receivedOf, refundedOf, refundedQuantity, shippingLeft, subtotalOf } from "./order-sums.ts";
import type { Decimal, StoreOrder, StoreTransaction } from "./store-state.ts";

export type RefundLine = { lineItemId: number; quantity: number; restockType: string; locationId: number | null };

/** A payment, with how much of it can go back in the store's currency, and how much should. */
export type Suggested = { parent: StoreTransaction; amount: Decimal; most: Decimal };
export type Suggestion = { amount: Decimal; most: Decimal; items: Decimal; shipping: Decimal; payments: Suggested[] };

/** Returns what can still be refunded. */
export function refundableOf(order: StoreOrder): Decimal {
  const left = subtract(receivedOf(order), refundedOf(order));
  return compare(left, "0") < 0 ? "0" : left;
}

/** Computes a refund of lines and shipping, or of everything, as Order.suggestedRefund does. */
export function suggest(
  order: StoreOrder,
  { lines, withShipping, isFull }: { lines: readonly RefundLine[]; withShipping: boolean; isFull: boolean },
): Suggestion {
  const most = refundableOf(order);
  const items = isFull ? subtract(most, shippingLeft(order)) : add("0", ...lines.map((line) => priceOf(order, line)));
  const shipping = withShipping || isFull ? shippingLeft(order) : "0";
  const amount = isFull ? most : lesser(most, add(items, shipping));
  let left = amount;
  const payments = paymentsOf(order).map(({ parent, most: of }) => {
    const part = lesser(left, of);
    left = subtract(left, part);
    return { parent, amount: part, most: of };
  });
  return { amount, most, items, shipping, payments };
}

/** Returns the payments that something can go back to, gift cards first, as Shopify has them. */
export function paymentsOf(order: StoreOrder): { parent: StoreTransaction; most: Decimal }[] {
  const paid = order.transactions.filter(
    ({ kind, status }) => (kind === "SALE" || kind === "CAPTURE") && status === "SUCCESS",
  );
  const isGift = ({ gateway }: StoreTransaction) => (gateway === "gift_card" ? 0 : 1);
  return paid
    .toSorted((a, b) => isGift(a) - isGift(b) || a.id - b.id)
    .map((parent, index) => ({ parent, most: subtract(parent.amount, refundedTo(order, parent, index === 0)) }))
    .filter(({ most }) => compare(most, "0") > 0);
}

function refundedTo({ transactions }: StoreOrder, { id }: StoreTransaction, isFirst: boolean): Decimal {
  const back = transactions.filter(
    ({ kind, parentId, status }) =>
      kind === "REFUND" && status !== "FAILURE" && (parentId === id || (isFirst && parentId === undefined)),
  );
  return add("0", ...back.map(({ amount }) => amount));
}

/** Returns what pieces of a line cost, with their part of the order's discount taken off. */
export function priceOf(
  order: StoreOrder,
  { lineItemId, quantity }: Pick<RefundLine, "lineItemId" | "quantity">,
): Decimal {
  const price = times(order.lineItems.find(({ id }) => id === lineItemId)?.price ?? "0", quantity);
  const subtotal = subtotalOf(order);
  if (compare(order.discount, "0") === 0 || compare(subtotal, "0") === 0) return price;
  return subtract(price, exchange(order.discount, ratio(price, subtotal), order.currency));
}

/** Returns `a` / `b` with six decimals. */
function ratio(a: Decimal, b: Decimal): Decimal {
  const millionths = (value: Decimal) => {
    const [whole = "0", fraction = ""] = value.split(".");
    return BigInt(whole + fraction.padEnd(6, "0"));
  };
  const digits = String((millionths(a) * 1_000_000n) / millionths(b)).padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** Converts an amount that the customer sees into the store's currency. */
export function toStore(amount: Decimal, { currency, presentment }: StoreOrder): Decimal {
  return presentment === null ? amount : exchange(amount, ratio("1", presentment.rate), currency);
}

export const lesser = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b);

/** Returns the fault in what is refunded; null for none. */
export function refundFault(order: StoreOrder, lines: readonly RefundLine[], amount: Decimal): string | null {
  for (const { lineItemId, quantity } of lines) {
    const item = order.lineItems.find(({ id }) => id === lineItemId);
    if (!item) return "Refund line items line item is invalid";
    if (quantity < 1 || quantity > item.currentQuantity - refundedQuantity(order, lineItemId))
      return "Refund line items quantity cannot refund more items than were purchased";
  }
  return compare(amount, refundableOf(order)) > 0 ? "Transactions amount exceeds the maximum refundable amount" : null;
}
