import { add, subtract, times } from "./decimals.ts";
import { totalOf } from "./order-sums.ts";
import type {
  StoreFulfillment,
  StoreFulfillmentEvent,
  StoreLineItem,
  StoreOrder,
  StoreRefund,
  StoreState,
  StoreTransaction,
} from "./store-state.ts";

export type EventInput = Partial<StoreFulfillmentEvent> & Pick<StoreFulfillmentEvent, "status">;
export type FulfillmentInput = Partial<Omit<StoreFulfillment, "lineItems" | "events">> & {
  /** The lines, by their place in the order, with their quantities; by default all of everything. */
  lines?: { line: number; quantity: number }[];
  events?: EventInput[];
};
export type RefundInput = {
  createdAt?: string;
  note?: string | null;
  /** The refunded amount; by default the price of the lines. */
  amount?: string;
  lines?: { line: number; quantity: number }[];
};
export type LineInput = Partial<StoreLineItem> & Pick<StoreLineItem, "title" | "price">;
/** An order as tests and forms request it; absent values are made up plausibly. */
export type OrderInput = Partial<Omit<StoreOrder, "lineItems" | "fulfillments" | "refunds">> & {
  lineItems?: LineInput[];
  fulfillments?: FulfillmentInput[];
  refunds?: RefundInput[];
};
export type Made = { id: number; number: number; now: number; nextId: () => number };

/** Makes a whole order with lines, payment, shipments and refunds that agree with each other. */
export function orderFrom(state: StoreState, input: OrderInput, { id, number, now, nextId }: Made): StoreOrder {
  const { lineItems = [], fulfillments = [], refunds = [], ...rest } = input;
  const createdAt = rest.createdAt ?? toSecond(now);
  const order: StoreOrder = {
    id,
    number,
    name: `${state.orderPrefix}${number}${state.orderSuffix}`,
    email: null,
    phone: null,
    customerId: null,
    currency: state.currency,
    presentment: null,
    createdAt,
    processedAt: createdAt,
    updatedAt: createdAt,
    cancelledAt: null,
    cancelReason: null,
    closedAt: null,
    isTest: false,
    isEdited: false,
    note: null,
    tags: [],
    financialStatus: "PAID",
    fulfillmentStatus: null,
    discount: "0",
    shipping: "0",
    shippingAddress: null,
    billingAddress: rest.shippingAddress ?? null,
    transactions: [],
    events: [],
    ...rest,
    lineItems: lineItems.map((item) => lineFrom(item, nextId)),
    fulfillments: [],
    refunds: [],
  };
  if (!rest.transactions) order.transactions = paymentOf(order, nextId);
  for (const input of fulfillments) order.fulfillments.push(fulfillmentFrom(order, input, nextId, createdAt));
  for (const refund of refunds) addRefund(order, refund, nextId, createdAt);
  return order;
}

export function lineFrom(item: LineInput, nextId: () => number): StoreLineItem {
  const quantity = item.quantity ?? 1;
  return {
    id: nextId(),
    productId: null,
    variantTitle: null,
    sku: null,
    vendor: null,
    quantity,
    currentQuantity: quantity,
    requiresShipping: true,
    ...item,
  };
}

export function fulfillmentFrom(
  order: StoreOrder,
  input: FulfillmentInput,
  nextId: () => number,
  now: string,
): StoreFulfillment {
  const { lines, events = [], ...rest } = input;
  const createdAt = rest.createdAt ?? now;
  const everything = order.lineItems.map(({ currentQuantity }, line) => ({ line, quantity: currentQuantity }));
  return {
    id: nextId(),
    status: "SUCCESS",
    createdAt,
    updatedAt: createdAt,
    estimatedDeliveryAt: null,
    trackingInfo: [],
    ...rest,
    lineItems: (lines ?? everything).flatMap(({ line, quantity }) => {
      const item = order.lineItems[line];
      return item ? [{ lineItemId: item.id, quantity }] : [];
    }),
    events: events.map((event) => eventFrom(event, nextId, createdAt)),
  };
}

export function eventFrom(event: EventInput, nextId: () => number, now: string): StoreFulfillmentEvent {
  const happenedAt = event.happenedAt ?? now;
  return {
    id: nextId(),
    happenedAt,
    createdAt: happenedAt,
    message: null,
    city: null,
    province: null,
    country: null,
    zip: null,
    estimatedDeliveryAt: null,
    ...event,
  };
}

/** Refunds everything, or the given lines or amount, and adds the transaction. */
export function addRefund(order: StoreOrder, input: RefundInput, nextId: () => number, now: string): StoreRefund {
  const lineItems = (input.lines ?? []).flatMap(({ line, quantity }) => {
    const item = order.lineItems[line];
    return item ? [{ lineItemId: item.id, quantity, subtotal: times(item.price, quantity) }] : [];
  });
  const ofLines = add("0", ...lineItems.map(({ subtotal }) => subtotal));
  const before = order.refunds.map((refund) => refund.amount);
  const everything = subtract(totalOf(order), add("0", ...before));
  const amount = input.amount ?? (lineItems.length > 0 ? ofLines : everything);
  const createdAt = input.createdAt ?? now;
  const transaction = { id: nextId(), kind: "REFUND", status: "SUCCESS", amount, gateway: "bogus", createdAt };
  const about = { createdAt, note: input.note ?? null, amount, lineItems };
  const refund = { id: nextId(), ...about, transactionIds: [transaction.id] };
  order.transactions.push(transaction);
  order.refunds.push(refund);
  return refund;
}

function paymentOf(order: StoreOrder, nextId: () => number): StoreTransaction[] {
  const payment = { amount: totalOf(order), gateway: "bogus", createdAt: order.createdAt };
  const kind = order.financialStatus === "AUTHORIZED" ? "AUTHORIZATION" : "SALE";
  const isUnpaid = order.financialStatus === "PENDING" || order.financialStatus === null;
  return [{ id: nextId(), kind, status: isUnpaid ? "PENDING" : "SUCCESS", ...payment }];
}

/** Rounds a time to the second, as Shopify's are. */
export function toSecond(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
