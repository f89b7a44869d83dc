import { customerPayload } from "../webhooks/customer-payload.ts";
import { toSecond } from "./order-from.ts";
import { nextIdOf, type Shopkeeper } from "./shopkeeper.ts";
import { findCustomer, keepCustomer, keepOrder, ordersOfCustomer, readOrder } from "./store.ts";
import type { StoreCustomer } from "./store-state.ts";

export type CustomerInput = Partial<StoreCustomer>;

/** Adds a customer; webhook customers/create. */
export function createCustomer(keeper: Shopkeeper, input: CustomerInput): StoreCustomer {
  const { store, now, announce } = keeper;
  const at = toSecond(now());
  const customer: StoreCustomer = {
    id: nextIdOf(store),
    firstName: null,
    lastName: null,
    email: null,
    phone: null,
    createdAt: at,
    updatedAt: input.createdAt ?? at,
    note: null,
    tags: [],
    state: "DISABLED",
    isEmailVerified: true,
    defaultAddress: null,
    ...input,
  };
  keepCustomer(store, customer);
  announce("customers/create", customerPayload(store, customer));
  return customer;
}

/** Changes a customer; webhook customers/update. */
export function updateCustomer(
  { store, now, announce }: Shopkeeper,
  id: number,
  change: Partial<Omit<StoreCustomer, "id" | "updatedAt">>,
): StoreCustomer {
  const before = findCustomer(store, id);
  if (!before) throw new Error(`${store.state.domain} has no customer ${id}`);
  const customer = { ...before, ...change, updatedAt: toSecond(now()) };
  keepCustomer(store, customer);
  announce("customers/update", customerPayload(store, customer));
  return customer;
}

/** Deletes a customer, whose orders stay without one; webhook customers/delete, which has only the id. */
export function deleteCustomer({ store, announce }: Shopkeeper, id: number): void {
  for (const entry of ordersOfCustomer(store, id)) keepOrder(store, { ...readOrder(store, entry), customerId: null });
  store.customers.delete(id);
  store.version += 1;
  announce("customers/delete", { id, admin_graphql_api_id: `gid://shopify/Customer/${id}` });
}
