import { add, compare, exchange } from "../../state/decimals.ts";
import { toSecond } from "../../state/order-from.ts";
import {
  fulfilledQuantity,
  receivedOf,
  refundedOf,
  returnedQuantity,
  shippingLeft,
  unsentQuantity,
} from "../../state/order-sums.ts";
import {
  lesser,
  priceOf,
  type RefundLine,
  refundableOf,
  refundFault,
  type Suggested,
  type Suggestion,
  suggest,
  toStore,
} from "../../state/refunds.ts";
import { keepChanged, nextIdOf } from "../../state/shopkeeper.ts";
import { mail, putBack } from "../../state/stock.ts";
import type { Decimal, StoreOrder, StoreRefund, StoreTransaction } from "../../state/store-state.ts";
import { orderPayload } from "../../webhooks/order-payload.ts";
import { refundPayload } from "../../webhooks/refund-payload.ts";
import { type Args, type Context, type Fields, needScope, numberIn } from "../bind.ts";
import { once } from "../idempotency.ts";
import { gatewayWords } from "./fulfillment-fields.ts";
import { moneyBag } from "./money.ts";
import { type OrderRef, orderRef } from "./order-fields.ts";
import { findOrder } from "./order-list.ts";

type SuggestionRef = { order: StoreOrder; suggestion: Suggestion; lines: readonly RefundLine[] };

/** Order.suggestedRefund, and its parts. */
export const suggestedRefundField: Fields<OrderRef> = {
  suggestedRefund: ({ order }, { refundLineItems, refundShipping, suggestFullRefund }) => {
    const wanted = {
      lines: readLines(refundLineItems),
      withShipping: refundShipping === true,
      isFull: suggestFullRefund === true,
    };
    return { order, suggestion: suggest(order, wanted), lines: wanted.lines };
  },
  refundable: ({ order }) => compare(refundableOf(order), "0") > 0,
};

const sum = (amountOf: (ref: SuggestionRef) => Decimal) => (ref: SuggestionRef) => moneyBag(amountOf(ref), ref.order);

export const suggestionFields: Fields<SuggestionRef> = {
  amountSet: sum(({ suggestion }) => suggestion.amount),
  maximumRefundableSet: sum(({ suggestion }) => suggestion.most),
  subtotalSet: sum(({ suggestion }) => suggestion.items),
  discountedSubtotalSet: sum(({ suggestion }) => suggestion.items),
  totalTaxSet: sum(() => "0"),
  shipping: ({ order, suggestion }) => ({
    amountSet: moneyBag(suggestion.shipping, order),
    maximumRefundableSet: moneyBag(shippingLeft(order), order),
    taxSet: moneyBag("0", order),
  }),
  refundLineItems: ({ order, lines }) => lines.map((line) => ({ order, ...line })),
  suggestedTransactions: ({ order, suggestion }) => suggestion.payments.map((payment) => ({ order, payment })),
};

type PaymentRef = { order: StoreOrder; payment: Suggested };

export const suggestedTransactionFields: Fields<PaymentRef> = {
  gateway: ({ payment }) => payment.parent.gateway,
  formattedGateway: ({ payment }) => gatewayWords(payment.parent.gateway),
  kind: () => "SUGGESTED_REFUND",
  amountSet: ({ order, payment }) => moneyBag(payment.amount, order),
  maximumRefundableSet: ({ order, payment }) => moneyBag(payment.most, order),
  parentTransaction: ({ order, payment }) => ({ typeName: "OrderTransaction", order, transaction: payment.parent }),
};

type UserError = { field: string[] | null; message: string };
type RefundAnswer = { refund: { orderId: number; refundId: number } | null; userErrors: UserError[] };

/** Refund money and goods, once for a key. */
export const refundMutations: Fields<unknown> = {
  refundCreate: (_source, args, context, key) => {
    needScope(context, "write_orders", "refundCreate");
    const refuse = (message: string): RefundAnswer => ({ refund: null, userErrors: [{ field: null, message }] });
    const answer = once(context, { key, args, refuse }, () => refund(context, readRecord(args.input), refuse));
    if (answer.refund === null) return { order: null, ...answer };
    const order = findOrder(context, answer.refund.orderId);
    const made = order?.refunds.find(({ id }) => id === answer.refund?.refundId);
    return { order: order && orderRef(order), refund: order && made ? { order, refund: made } : null, userErrors: [] };
  },
};

function refund(context: Context, input: Args, refuse: (message: string) => RefundAnswer): RefundAnswer {
  const order = findOrder(context, numberIn(input.orderId, "Order"));
  if (!order) return refuse("Order does not exist");
  const currency = order.presentment?.currency ?? order.currency;
  if (input.currency !== undefined && input.currency !== currency) return refuse(`Currency must be ${currency}`);
  if (order.presentment !== null && input.currency === undefined) return refuse("Currency is required for this order");
  const lines = readLines(input.refundLineItems);
  const parts = readTransactions(input.transactions);
  const shown = add("0", ...parts.map(({ amount }) => amount));
  const top = exchange(refundableOf(order), order.presentment?.rate ?? "1", currency);
  if (compare(shown, top) > 0) return refuse("Transactions amount exceeds the maximum refundable amount");
  const amount = compare(shown, top) === 0 ? refundableOf(order) : lesser(refundableOf(order), toStore(shown, order));
  const fault = refundFault(order, lines, amount) ?? restockFault(order, lines);
  if (fault !== null) return refuse(fault);
  const made = keepRefund(context, order, {
    lines,
    parts: parts.map((part) => ({
      ...part,
      amount: compare(part.amount, shown) === 0 ? amount : toStore(part.amount, order),
    })),
    amount,
    shownAmount: shown,
    shipping: readRecord(input.shipping).fullRefund === true ? shippingLeft(order) : "0",
    note: typeof input.note === "string" ? input.note : null,
  });
  if (input.notify === true) mail(context.store, "refund", order.email);
  return { refund: { orderId: order.id, refundId: made.id }, userErrors: [] };
}

/** Returns the fault in where goods go; null for none. */
function restockFault(order: StoreOrder, lines: readonly RefundLine[]): string | null {
  for (const { lineItemId, quantity, restockType, locationId } of lines) {
    const item = order.lineItems.find(({ id }) => id === lineItemId);
    const unsent = item ? unsentQuantity(order, item) : 0;
    if (restockType === "NO_RESTOCK") {
      if (locationId !== null) return "Refund line items location must be blank";
      continue;
    }
    if (locationId === null) return "Refund line items location is required to restock";
    if (restockType === "CANCEL" && quantity > unsent) return "Refund line items cannot cancel fulfilled items";
    if (
      restockType === "RETURN" &&
      quantity > fulfilledQuantity(order, lineItemId) - returnedQuantity(order, lineItemId)
    )
      return "Refund line items cannot return unfulfilled items";
  }
  return null;
}

type Kept = {
  lines: readonly RefundLine[];
  parts: readonly { amount: Decimal; parentId: number | null; gateway: string }[];
  amount: Decimal;
  shownAmount: Decimal;
  shipping: Decimal;
  note: string | null;
};

/** Keeps a refund with its transactions, and puts goods back; webhooks refunds/create and orders/updated. */
export function keepRefund({ store, keeper }: Context, order: StoreOrder, kept: Kept): StoreRefund {
  const createdAt = toSecond(keeper.now());
  const transactions: StoreTransaction[] = kept.parts.map(({ amount, parentId, gateway }) => ({
    id: nextIdOf(store),
    kind: "REFUND",
    status: store.state.refundStatus ?? "SUCCESS",
    amount,
    gateway,
    createdAt,
    ...(parentId === null ? {} : { parentId }),
  }));
  const made: StoreRefund = {
    id: nextIdOf(store),
    createdAt,
    note: kept.note,
    amount: kept.amount,
    shownAmount: kept.shownAmount,
    shipping: kept.shipping,
    lineItems: kept.lines.map(({ lineItemId, quantity, restockType, locationId }) => ({
      lineItemId,
      quantity,
      restockType,
      subtotal: priceOf(order, { lineItemId, quantity }),
      ...(locationId === null ? {} : { locationId }),
    })),
    transactionIds: transactions.map(({ id }) => id),
  };
  for (const { lineItemId, quantity, restockType } of kept.lines)
    if (restockType !== "NO_RESTOCK") putBack(store, order, lineItemId, quantity);
  const changed = {
    ...order,
    refunds: [...order.refunds, made],
    transactions: [...order.transactions, ...transactions],
  };
  const isAll = compare(refundedOf(changed), receivedOf(changed)) >= 0;
  const financialStatus =
    compare(kept.amount, "0") === 0 ? order.financialStatus : isAll ? "REFUNDED" : "PARTIALLY_REFUNDED";
  const saved = keepChanged(keeper, { ...changed, financialStatus });
  keeper.announce("refunds/create", refundPayload(saved, made));
  keeper.announce("orders/updated", orderPayload(store, saved));
  return made;
}

export function readRecord(value: unknown): Args {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function readList(value: unknown): Args[] {
  return Array.isArray(value) ? value.map(readRecord) : [];
}

function readLines(value: unknown): RefundLine[] {
  return readList(value).map(({ lineItemId, quantity, restockType, locationId }) => ({
    lineItemId: numberIn(lineItemId, "LineItem") ?? 0,
    quantity: Number(quantity),
    restockType: typeof restockType === "string" ? restockType : "NO_RESTOCK",
    locationId: numberIn(locationId, "Location"),
  }));
}

function readTransactions(value: unknown) {
  return readList(value).map(({ amount, parentId, gateway }) => ({
    amount: String(amount),
    parentId: numberIn(parentId, "OrderTransaction"),
    gateway: String(gateway),
  }));
}
