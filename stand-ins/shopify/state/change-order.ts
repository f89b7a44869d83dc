import { orderPayload } from "../webhooks/order-payload.ts";
import { refundPayload } from "../webhooks/refund-payload.ts";
import { compare } from "./decimals.ts";
import { addRefund, lineFrom, type OrderInput, orderFrom, type RefundInput, toSecond } from "./order-from.ts";
import { receivedOf, refundedOf } from "./order-sums.ts";
import { keepChanged, nextIdOf, orderOf, type Shopkeeper } from "./shopkeeper.ts";
import { keepOrder, readCustomer } from "./store.ts";
import type { StoreOrder } from "./store-state.ts";

/** Places an order; webhooks orders/create, and orders/paid if it is paid. */
export function createOrder(keeper: Shopkeeper, input: OrderInput): StoreOrder {
  const { store } = keeper;
  const { state } = store;
  const entry = input.customerId ? store.customers.get(input.customerId) : undefined;
  const customer = entry ? readCustomer(store, entry) : null;
  const order = orderFrom(
    state,
    { email: customer?.email ?? null, shippingAddress: customer?.defaultAddress ?? null, ...input },
    { id: nextIdOf(store), number: state.nextOrderNumber, now: keeper.now(), nextId: () => nextIdOf(store) },
  );
  if (input.refunds && input.financialStatus === undefined) order.financialStatus = statusAfterRefund(order);
  state.nextOrderNumber += 1;
  keepOrder(store, order);
  keeper.announce("orders/create", orderPayload(store, order));
  if (order.financialStatus === "PAID") keeper.announce("orders/paid", orderPayload(store, order));
  return order;
}

/** Changes fields of an order; webhook orders/updated. */
export function updateOrder(
  keeper: Shopkeeper,
  id: number,
  change: Partial<Omit<StoreOrder, "id" | "number" | "updatedAt">>,
): StoreOrder {
  const order = keepChanged(keeper, { ...orderOf(keeper.store, id), ...change });
  keeper.announce("orders/updated", orderPayload(keeper.store, order));
  return order;
}

/** Adds a line to a placed order; webhooks orders/edited and orders/updated. */
export function editOrder(keeper: Shopkeeper, id: number, line: { title: string; price: string }): StoreOrder {
  const { store } = keeper;
  const before = orderOf(store, id);
  const added = lineFrom(line, () => nextIdOf(store));
  const order = keepChanged(keeper, {
    ...before,
    isEdited: true,
    lineItems: [...before.lineItems, added],
    events: [...before.events, event(keeper, "An order edit was completed.")],
  });
  const edit = {
    id: nextIdOf(store),
    order_id: id,
    created_at: order.updatedAt,
    line_items: { additions: [{ id: added.id, delta: added.quantity }], removals: [] },
  };
  keeper.announce("orders/edited", { order_edit: edit });
  keeper.announce("orders/updated", orderPayload(store, order));
  return order;
}

/** Cancels an order; webhooks orders/cancelled and orders/updated. The reason is one of OrderCancelReason. */
export function cancelOrder(keeper: Shopkeeper, id: number, reason = "CUSTOMER"): StoreOrder {
  const { store } = keeper;
  const before = orderOf(store, id);
  const at = toSecond(keeper.now());
  const order = keepChanged(keeper, {
    ...before,
    cancelledAt: at,
    cancelReason: reason,
    closedAt: at,
    financialStatus: before.financialStatus === "AUTHORIZED" ? "VOIDED" : before.financialStatus,
    events: [...before.events, event(keeper, "Order was canceled.")],
  });
  keeper.announce("orders/cancelled", orderPayload(store, order));
  keeper.announce("orders/updated", orderPayload(store, order));
  return order;
}

/** Deletes an order; webhook orders/delete, which has only the id. */
export function deleteOrder(keeper: Shopkeeper, id: number): void {
  const { store } = keeper;
  orderOf(store, id);
  store.orders.delete(id);
  store.version += 1;
  keeper.announce("orders/delete", { id });
}

/** Refunds everything, or the given lines or amount; webhooks refunds/create and orders/updated. */
export function refundOrder(keeper: Shopkeeper, id: number, input: RefundInput = {}): StoreOrder {
  const { store } = keeper;
  const copy = structuredClone(orderOf(store, id));
  const refund = addRefund(copy, input, () => nextIdOf(store), toSecond(keeper.now()));
  copy.financialStatus = statusAfterRefund(copy);
  copy.events.push(event(keeper, `A refund of ${refund.amount} ${copy.currency} was processed.`));
  const order = keepChanged(keeper, copy);
  keeper.announce("refunds/create", refundPayload(order, refund));
  keeper.announce("orders/updated", orderPayload(store, order));
  return order;
}

function statusAfterRefund(order: StoreOrder): string {
  return compare(refundedOf(order), receivedOf(order)) < 0 ? "PARTIALLY_REFUNDED" : "REFUNDED";
}

function event(keeper: Shopkeeper, message: string) {
  return { id: nextIdOf(keeper.store), message, createdAt: toSecond(keeper.now()) };
}
