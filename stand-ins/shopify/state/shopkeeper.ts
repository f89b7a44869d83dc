import { toSecond } from "./order-from.ts";
import { keepOrder, readOrder, type Store } from "./store.ts";
import type { StoreOrder } from "./store-state.ts";

/** Changes a store: knows the time, and tells subscribers what happened. */
export type Shopkeeper = {
  store: Store;
  now(): number;
  /** Sends a webhook with a topic as in its header: `orders/create`. */
  announce(topic: string, payload: object): void;
};

export function nextIdOf({ state }: Store): number {
  state.nextId += 1;
  return state.nextId;
}

/** Returns an order by its id; throws if it does not exist, as tests and forms only name existing ones. */
export function orderOf(store: Store, id: number): StoreOrder {
  const entry = store.orders.get(id);
  if (!entry) throw new Error(`${store.state.domain} has no order ${id}`);
  return readOrder(store, entry);
}

/** Saves a changed order with a new time, which is never before its last one. */
export function keepChanged({ store, now }: Shopkeeper, order: StoreOrder): StoreOrder {
  const changed = { ...order, updatedAt: toSecond(now()) };
  keepOrder(store, changed);
  return changed;
}
