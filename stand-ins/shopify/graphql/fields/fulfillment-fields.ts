import { times } from "../../state/decimals.ts";
import { displayStatusOf, estimateOf, timeOf } from "../../state/order-sums.ts";
import { locationsOf } from "../../state/stock.ts";
import type { StoreFulfillment, StoreOrder, StoreRefund, StoreTransaction } from "../../state/store-state.ts";
import { type Fields, gid, needScope } from "../bind.ts";
import { connect } from "../connect.ts";
import { bothMoney, moneyBag } from "./money.ts";
import { orderRef } from "./order-fields.ts";

type FulfillmentRef = { order: StoreOrder; fulfillment: StoreFulfillment };

export const fulfillmentFields: Fields<FulfillmentRef> = {
  id: ({ fulfillment }) => gid("Fulfillment", fulfillment.id),
  legacyResourceId: ({ fulfillment }) => String(fulfillment.id),
  name: ({ order, fulfillment }) => `${order.name}-F${1 + order.fulfillments.indexOf(fulfillment)}`,
  status: ({ fulfillment }) => fulfillment.status,
  displayStatus: ({ fulfillment }) => displayStatusOf(fulfillment),
  createdAt: ({ fulfillment }) => fulfillment.createdAt,
  updatedAt: ({ fulfillment }) => fulfillment.updatedAt,
  deliveredAt: ({ fulfillment }) => timeOf(fulfillment, "DELIVERED"),
  inTransitAt: ({ fulfillment }) => timeOf(fulfillment, "IN_TRANSIT"),
  estimatedDeliveryAt: ({ fulfillment }) => estimateOf(fulfillment),
  requiresShipping: () => true,
  totalQuantity: ({ fulfillment }) => fulfillment.lineItems.reduce((count, { quantity }) => count + quantity, 0),
  order: ({ order }) => orderRef(order),
  trackingInfo: ({ fulfillment: { trackingInfo } }, { first }) =>
    typeof first === "number" ? trackingInfo.slice(0, first) : trackingInfo,
  events: ({ fulfillment: { events } }, args) => {
    const key = ({ id, happenedAt }: { id: number; happenedAt: string }) => (args.sortKey === "ID" ? id : happenedAt);
    const sorted = events.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id));
    return connect(sorted, args, { id: ({ id }) => id, key }, (event) => ({ typeName: "FulfillmentEvent", event }));
  },
  fulfillmentLineItems: ({ order, fulfillment }, args) =>
    connect(
      fulfillment.lineItems.toSorted((a, b) => a.lineItemId - b.lineItemId),
      args,
      { id: ({ lineItemId }) => lineItemId, key: ({ lineItemId }) => lineItemId },
      ({ lineItemId, quantity }) => ({ typeName: "FulfillmentLineItem", order, fulfillment, lineItemId, quantity }),
    ),
};

type FulfillmentLineRef = FulfillmentRef & { lineItemId: number; quantity: number };

export const fulfillmentLineFields: Fields<FulfillmentLineRef> = {
  id: ({ fulfillment, lineItemId }) => gid("FulfillmentLineItem", fulfillment.id + lineItemId),
  quantity: ({ quantity }) => quantity,
  lineItem: ({ order, lineItemId }) => lineOf(order, lineItemId),
  originalTotalSet: ({ order, lineItemId, quantity }) => moneyBag(priceOf(order, lineItemId, quantity), order),
  discountedTotalSet: ({ order, lineItemId, quantity }) => moneyBag(priceOf(order, lineItemId, quantity), order),
};

type EventRef = { event: StoreFulfillment["events"][number] };

export const fulfillmentEventFields: Fields<EventRef> = {
  id: ({ event }) => gid("FulfillmentEvent", event.id),
  status: ({ event }) => event.status,
  happenedAt: ({ event }) => event.happenedAt,
  createdAt: ({ event }) => event.createdAt,
  estimatedDeliveryAt: ({ event }) => event.estimatedDeliveryAt,
  message: ({ event }) => event.message,
  address1: () => null,
  city: ({ event }) => event.city,
  province: ({ event }) => event.province,
  country: ({ event }) => event.country,
  zip: ({ event }) => event.zip,
  latitude: () => null,
  longitude: () => null,
};

type RefundRef = { order: StoreOrder; refund: StoreRefund };

export const refundFields: Fields<RefundRef> = {
  id: ({ refund }) => gid("Refund", refund.id),
  legacyResourceId: ({ refund }) => String(refund.id),
  createdAt: ({ refund }) => refund.createdAt,
  processedAt: ({ refund }) => refund.createdAt,
  updatedAt: ({ refund }) => refund.createdAt,
  note: ({ refund }) => refund.note,
  order: ({ order }) => orderRef(order),
  totalRefundedSet: ({ order, refund }) =>
    refund.shownAmount === undefined
      ? moneyBag(refund.amount, order)
      : bothMoney(refund.amount, refund.shownAmount, order),
  refundLineItems: ({ order, refund }, args) =>
    connect(
      refund.lineItems.toSorted((a, b) => a.lineItemId - b.lineItemId),
      args,
      { id: ({ lineItemId }) => lineItemId, key: ({ lineItemId }) => lineItemId },
      (line) => ({ order, refund, ...line }),
    ),
  transactions: ({ order, refund }, args) =>
    connect(
      order.transactions.filter(({ id }) => refund.transactionIds.includes(id)),
      args,
      { id: ({ id }) => id, key: ({ id }) => id },
      (transaction) => ({ typeName: "OrderTransaction", order, transaction }),
    ),
};

type RefundLineRef = { order: StoreOrder } & (Omit<StoreRefund["lineItems"][number], "locationId"> & {
  /** Null in a suggestion for which nobody chose a place. */
  locationId?: number | null;
});

export const refundLineFields: Fields<RefundLineRef> = {
  id: ({ order, lineItemId }) => gid("RefundLineItem", order.id + lineItemId),
  quantity: ({ quantity }) => quantity,
  lineItem: ({ order, lineItemId }) => lineOf(order, lineItemId),
  priceSet: ({ order, lineItemId }) => moneyBag(priceOf(order, lineItemId, 1), order),
  subtotalSet: ({ order, subtotal }) => moneyBag(subtotal, order),
  totalTaxSet: ({ order }) => moneyBag("0", order),
  restockType: ({ restockType = "NO_RESTOCK" }) => restockType,
  location: ({ restockType = "NO_RESTOCK", locationId }, _args, context) => {
    needScope(context, "read_locations", "location");
    if (restockType === "NO_RESTOCK") return null;
    const places = locationsOf(context.store);
    return places.find(({ id }) => id === locationId) ?? places[0] ?? null;
  },
  restocked: ({ restockType = "NO_RESTOCK" }) => restockType !== "NO_RESTOCK",
};

type TransactionRef = { order: StoreOrder; transaction: StoreTransaction };

export const transactionFields: Fields<TransactionRef> = {
  id: ({ transaction }) => gid("OrderTransaction", transaction.id),
  kind: ({ transaction }) => transaction.kind,
  status: ({ transaction }) => transaction.status,
  errorCode: ({ transaction }) => (transaction.status === "FAILURE" ? "CARD_DECLINED" : null),
  gateway: ({ transaction }) => transaction.gateway,
  formattedGateway: ({ transaction }) => gatewayWords(transaction.gateway),
  createdAt: ({ transaction }) => transaction.createdAt,
  processedAt: ({ transaction }) => transaction.createdAt,
  amountSet: ({ order, transaction }) => moneyBag(transaction.amount, order),
  order: ({ order }) => orderRef(order),
  test: ({ order }) => order.isTest,
};

/** Names a way to pay as the store's admin does. */
export function gatewayWords(gateway: string): string {
  return gateway === "gift_card" ? "Gift Card" : "Bogus Gateway";
}

function lineOf(order: StoreOrder, lineItemId: number) {
  const item = order.lineItems.find(({ id }) => id === lineItemId);
  return item ? { typeName: "LineItem", order, item } : null;
}

function priceOf(order: StoreOrder, lineItemId: number, quantity: number): string {
  return times(order.lineItems.find(({ id }) => id === lineItemId)?.price ?? "0", quantity);
}
