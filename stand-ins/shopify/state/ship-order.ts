import { fulfillmentEventPayload, fulfillmentPayload } from "../webhooks/fulfillment-payload.ts";
import { orderPayload } from "../webhooks/order-payload.ts";
import { type EventInput, eventFrom, type FulfillmentInput, fulfillmentFrom, toSecond } from "./order-from.ts";
import { fulfilledQuantity, fulfillmentStatusOf } from "./order-sums.ts";
import { keepChanged, nextIdOf, orderOf, type Shopkeeper } from "./shopkeeper.ts";
import type { StoreFulfillment, StoreOrder } from "./store-state.ts";

/** Ships the rest of an order, or the given lines; webhooks fulfillments/create, and orders/fulfilled or orders/partially_fulfilled. */
export function shipOrder(keeper: Shopkeeper, id: number, input: FulfillmentInput = {}): StoreFulfillment {
  const { store } = keeper;
  const before = orderOf(store, id);
  const left = before.lineItems.map((item, line) => ({
    line,
    quantity: item.currentQuantity - fulfilledQuantity(before, item.id),
  }));
  const lines = input.lines ?? left.filter(({ quantity }) => quantity > 0);
  const now = toSecond(keeper.now());
  const fulfillment = fulfillmentFrom(before, { ...input, lines }, () => nextIdOf(store), now);
  const order = keepChanged(keeper, { ...before, fulfillments: [...before.fulfillments, fulfillment] });
  keeper.announce("fulfillments/create", fulfillmentPayload(order, fulfillment));
  const isWhole = fulfillmentStatusOf(order) === "FULFILLED";
  keeper.announce(isWhole ? "orders/fulfilled" : "orders/partially_fulfilled", orderPayload(store, order));
  keeper.announce("orders/updated", orderPayload(store, order));
  return fulfillment;
}

/** Changes a shipment, such as its tracking; webhooks fulfillments/update and orders/updated. */
export function updateFulfillment(
  keeper: Shopkeeper,
  orderId: number,
  fulfillmentId: number,
  change: Partial<Omit<StoreFulfillment, "id">>,
): StoreOrder {
  const order = replace(keeper, orderId, fulfillmentId, (each) => ({ ...each, ...change }));
  announceUpdate(keeper, order, fulfillmentId);
  return order;
}

/** Adds the carrier's next report; webhooks fulfillment_events/create, fulfillments/update and orders/updated. */
export function addFulfillmentEvent(
  keeper: Shopkeeper,
  orderId: number,
  fulfillmentId: number,
  input: EventInput,
): StoreOrder {
  const { store } = keeper;
  const event = eventFrom(input, () => nextIdOf(store), toSecond(keeper.now()));
  const order = replace(keeper, orderId, fulfillmentId, (each) => ({ ...each, events: [...each.events, event] }));
  keeper.announce("fulfillment_events/create", fulfillmentEventPayload(store, order, fulfillmentId, event));
  announceUpdate(keeper, order, fulfillmentId);
  return order;
}

function replace(
  keeper: Shopkeeper,
  orderId: number,
  fulfillmentId: number,
  change: (fulfillment: StoreFulfillment) => StoreFulfillment,
): StoreOrder {
  const before = orderOf(keeper.store, orderId);
  if (!before.fulfillments.some(({ id }) => id === fulfillmentId))
    throw new Error(`Order ${orderId} has no fulfilment ${fulfillmentId}`);
  const updatedAt = toSecond(keeper.now());
  const fulfillments = before.fulfillments.map((each) =>
    each.id === fulfillmentId ? { ...change(each), updatedAt } : each,
  );
  return keepChanged(keeper, { ...before, fulfillments });
}

function announceUpdate({ store, announce }: Shopkeeper, order: StoreOrder, fulfillmentId: number): void {
  const fulfillment = order.fulfillments.find(({ id }) => id === fulfillmentId);
  if (fulfillment) announce("fulfillments/update", fulfillmentPayload(order, fulfillment));
  announce("orders/updated", orderPayload(store, order));
}
