import { type Generated, generatedCustomer, generatedOrder } from "./generate-orders.ts";
import type { StoreCustomer, StoreOrder, StoreState } from "./store-state.ts";

/** What lists are sorted and filtered by without generating the order; times in milliseconds. */
export type OrderEntry = {
  id: number;
  number: number;
  createdAt: number;
  updatedAt: number;
  customerId: number | null;
  /** Null for a generated order that is unchanged: it is generated on each reading. */
  order: StoreOrder | null;
};
export type CustomerEntry = { id: number; createdAt: number; updatedAt: number; customer: StoreCustomer | null };

/** A running store: its state, and what follows from it. */
export type Store = {
  readonly state: StoreState;
  readonly orders: Map<number, OrderEntry>;
  readonly customers: Map<number, CustomerEntry>;
  generated: Generated | null;
  /** Increases with each change, which makes earlier sorted lists stale. */
  version: number;
  readonly sortedOrders: SortedLists<OrderEntry>;
  readonly sortedCustomers: SortedLists<CustomerEntry>;
};
type SortedLists<Entry> = Map<string, { version: number; list: readonly Entry[] }>;

export function openStore(state: StoreState): Store {
  const store: Store = {
    state,
    orders: new Map(),
    customers: new Map(),
    generated: null,
    version: 0,
    sortedOrders: new Map(),
    sortedCustomers: new Map(),
  };
  for (const order of state.orders) keepOrder(store, order);
  for (const customer of state.customers) keepCustomer(store, customer);
  return store;
}

/** Returns the state with all orders and customers that are not merely generated. */
export function stateOf({ state, orders, customers }: Store): StoreState {
  return {
    ...state,
    orders: [...orders.values()].flatMap(({ order }) => order ?? []),
    customers: [...customers.values()].flatMap(({ customer }) => customer ?? []),
  };
}

export function keepOrder(store: Store, order: StoreOrder): void {
  const { id, number, customerId } = order;
  const times = { createdAt: Date.parse(order.createdAt), updatedAt: Date.parse(order.updatedAt) };
  store.orders.set(id, { id, number, customerId, ...times, order });
  store.version += 1;
}

export function keepCustomer(store: Store, customer: StoreCustomer): void {
  const times = { createdAt: Date.parse(customer.createdAt), updatedAt: Date.parse(customer.updatedAt) };
  store.customers.set(customer.id, { id: customer.id, ...times, customer });
  store.version += 1;
}

export function readOrder(store: Store, entry: OrderEntry): StoreOrder {
  if (entry.order) return entry.order;
  if (!store.generated) throw new Error("An order without content in a store without a generator");
  return generatedOrder(store.generated, entry.id);
}

export function readCustomer(store: Store, entry: CustomerEntry): StoreCustomer {
  if (entry.customer) return entry.customer;
  if (!store.generated) throw new Error("A customer without content in a store without a generator");
  return generatedCustomer(store.generated, entry.id);
}

export function findCustomer(store: Store, id: number | null): StoreCustomer | null {
  const entry = id === null ? undefined : store.customers.get(id);
  return entry ? readCustomer(store, entry) : null;
}

export function ordersBy(
  store: Store,
  name: string,
  key: (entry: OrderEntry) => number | string,
): readonly OrderEntry[] {
  return sortedBy(store.sortedOrders, store.version, name, store.orders.values(), key);
}

export function customersBy(
  store: Store,
  name: string,
  key: (entry: CustomerEntry) => number | string,
): readonly CustomerEntry[] {
  return sortedBy(store.sortedCustomers, store.version, name, store.customers.values(), key);
}

/** Sorts once per change of the store; ties by id. */
function sortedBy<Entry extends { id: number }>(
  lists: SortedLists<Entry>,
  version: number,
  name: string,
  entries: Iterable<Entry>,
  key: (entry: Entry) => number | string,
): readonly Entry[] {
  const cached = lists.get(name);
  if (cached?.version === version) return cached.list;
  const keyed = Array.from(entries, (entry) => ({ entry, key: key(entry) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.entry.id - b.entry.id));
  const list = keyed.map(({ entry }) => entry);
  lists.set(name, { version, list });
  return list;
}

/** Returns each customer's orders, oldest first. */
export function ordersOfCustomer(store: Store, customerId: number): OrderEntry[] {
  const all = ordersBy(store, "customer", ({ customerId: of }) => of ?? 0);
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.customerId ?? 0) < customerId) low = middle + 1;
    else high = middle;
  }
  const found: OrderEntry[] = [];
  for (let index = low; all[index]?.customerId === customerId; index += 1) {
    const entry = all[index];
    if (entry) found.push(entry);
  }
  return found;
}
