import type { AdminApi } from "../../../platform/shopify/admin-api.ts";
import { ordersQuery } from "./order-query.ts";
import { type ReadOrders, readOrders } from "./read-orders.ts";

/** More than a store has of one number. */
const mostOfOneName = 5;

/** The newest orders that are called by one of these names, as the store writes them or without "#". Rejects with a StoreFault. */
export async function fetchOrdersByName(store: AdminApi, names: readonly string[]): Promise<ReadOrders> {
  // A quoted value ends at a quote (shopify.dev: search syntax), and `*` in it would find more than was asked for.
  const plain = names.map((name) => name.replace(/["'\\*]/g, " ").trim()).filter((name) => name !== "");
  if (plain.length === 0) return { places: [], orders: [], customers: [], unreadable: [] };
  const query = plain.flatMap((name) => [`name:"${name}"`, `name:"#${name}"`]).join(" OR ");
  const variables = { first: mostOfOneName, query, sortKey: "CREATED_AT", reverse: true };
  const askedAt = new Date().toISOString();
  const { orders } = await store.ask(ordersQuery, variables);
  return readOrders(store, orders.nodes, askedAt);
}
