import type { AdminApi } from "../../../platform/shopify/admin-api.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import type { StoreCustomer } from "../../customers/index.ts";
import { customerSchema } from "./answer-schemas.ts";
import {
  customersByIdQuery,
  customersPerRequest,
  endOf,
  ordersByIdQuery,
  ordersPerRequest,
  ordersQuery,
} from "./order-query.ts";
import { faultOf, idOf, type OrderPlace, type ReadOrders, readOrders, type Unreadable } from "./read-orders.ts";
import { restarted, type SyncPosition } from "./sync-position.ts";
import type { SyncKind } from "./syncs.queries.ts";

/** How many orders a sync requested by an agent saves at most. */
const maxAsked = 250;

/** Each kind of sync's way through the orders: newest first, or first changed first. */
const ways = {
  full: { sortKey: "CREATED_AT", reverse: true },
  backfill: { sortKey: "CREATED_AT", reverse: true },
  incremental: { sortKey: "UPDATED_AT", reverse: false },
  reconciliation: { sortKey: "UPDATED_AT", reverse: false },
} as const satisfies Record<SyncKind, { sortKey: string; reverse: boolean }>;

/** A page and where it ends; `from` is where it really began. */
export type FetchedPage = ReadOrders & { from: SyncPosition; endCursor: string | null; hasNextPage: boolean };

/** Fetches the next orders, at most as many as the sync may still save. Rejects with a StoreFault. */
export async function fetchPage(
  store: AdminApi,
  kind: SyncKind,
  position: SyncPosition,
  fetched: number,
): Promise<FetchedPage> {
  const { sortKey, reverse } = ways[kind];
  const field = reverse ? "created_at:<=" : "updated_at:>=";
  const first = Math.min(ordersPerRequest, atMostOf(kind) - fetched);
  const ask = ({ after, bound }: SyncPosition) =>
    store.ask(ordersQuery, { first, after, query: bound && `${field}'${bound}'`, sortKey, reverse });
  let from = position;
  const askedAt = new Date().toISOString();
  let answer: Awaited<ReturnType<typeof ask>>;
  try {
    answer = await ask(from);
  } catch (error) {
    if (position.after === null || !isLostCursor(error)) throw error;
    from = restarted(position);
    answer = await ask(from);
  }
  const { nodes, pageInfo } = answer.orders;
  const endCursor = endOf(answer.orders);
  // A store that leads back to the same place would be paged through for ever.
  if (pageInfo.hasNextPage && (endCursor === null || endCursor === from.after))
    throw new StoreFault("unreadable", "The store's list of orders does not go on");
  return { ...(await readOrders(store, nodes, askedAt)), from, endCursor, hasNextPage: pageInfo.hasNextPage };
}

/** How many orders a kind of sync saves at most. */
export function atMostOf(kind: SyncKind): number {
  return kind === "full" || kind === "incremental" ? maxAsked : Number.POSITIVE_INFINITY;
}

/** The time by which a kind of sync sorts an order. */
export function sortedBy(kind: SyncKind, { createdAt, updatedAt }: OrderPlace): string {
  return ways[kind].reverse ? createdAt : updatedAt;
}

// The platform keeps a cursor for some days, and has no error code for one it has forgotten.
function isLostCursor(error: unknown): boolean {
  return error instanceof StoreFault && error.kind === "refused" && /cursor/i.test(error.message);
}

type Found = ReadOrders & { missing: string[] };

/**
 * Fetches orders by the store's numeric ids, any number of them; `missing` are those the store does not have or show.
 * Null may mean anything, so an order is missing only if the store's list lacks it too, or its deletion was reported.
 * Rejects with a StoreFault.
 */
export async function fetchOrdersByIds(
  store: AdminApi,
  ids: readonly string[],
  deleted: ReadonlySet<string> = new Set(),
): Promise<Found> {
  const all: Found = { places: [], orders: [], customers: [], unreadable: [], missing: [] };
  for (let at = 0; at < ids.length; at += ordersPerRequest) {
    const wanted = ids.slice(at, at + ordersPerRequest);
    const askedAt = new Date().toISOString();
    const { nodes } = await store.ask(ordersByIdQuery, { ids: wanted.map((id) => `gid://shopify/Order/${id}`) });
    const absent = wanted.filter((_, place) => !isThere(nodes[place]));
    const listed = await listOrders(
      store,
      absent.filter((id) => !deleted.has(id)),
    );
    const read = await readOrders(store, [...nodes.filter(isThere), ...listed.filter(isThere)], askedAt);
    all.places.push(...read.places);
    all.orders.push(...read.orders);
    all.customers.push(...read.customers);
    all.unreadable.push(...read.unreadable);
    const listedIds = new Set(listed.map(idOf));
    // A list with an entry without an id proves nothing about absence.
    const isUnclear = listedIds.has(null);
    for (const id of absent.filter((each) => !listedIds.has(each))) {
      if (isUnclear && !deleted.has(id)) all.unreadable.push({ shopifyId: id, fault: "is null" });
      else all.missing.push(id);
    }
  }
  return all;
}

async function listOrders(store: AdminApi, ids: readonly string[]): Promise<unknown[]> {
  if (ids.length === 0) return [];
  const query = ids.map((id) => `id:${id}`).join(" OR ");
  const { orders } = await store.ask(ordersQuery, { query, sortKey: "CREATED_AT", reverse: true });
  return orders.nodes;
}

/** Fetches customers by the store's numeric ids, likewise. */
export async function fetchCustomersByIds(
  store: AdminApi,
  ids: readonly string[],
): Promise<{ customers: StoreCustomer[]; unreadable: Unreadable[]; missing: string[] }> {
  const customers: StoreCustomer[] = [];
  const unreadable: Unreadable[] = [];
  const missing: string[] = [];
  for (let at = 0; at < ids.length; at += customersPerRequest) {
    const wanted = ids.slice(at, at + customersPerRequest);
    const { nodes } = await store.ask(customersByIdQuery, { ids: wanted.map((id) => `gid://shopify/Customer/${id}`) });
    for (const [place, id] of wanted.entries()) {
      const node = nodes[place];
      const read = customerSchema.safeParse(node);
      if (read.success) customers.push(read.data);
      else if (isThere(node)) unreadable.push({ shopifyId: id, fault: faultOf(read.error) });
      else missing.push(id);
    }
  }
  return { customers, unreadable, missing };
}

// An id of another kind is answered by an empty object, as the query selects none of its fields.
function isThere(node: unknown): boolean {
  return typeof node === "object" && node !== null && Object.keys(node).length > 0;
}

/** More than a store has of one number. */
const maxPerName = 5;

/**
 * Fetches the newest orders with one of these names, as the store writes them or without "#". Rejects with a
 * StoreFault.
 */
export async function fetchOrdersByName(store: AdminApi, names: readonly string[]): Promise<ReadOrders> {
  // A quoted value ends at a quote (shopify.dev: search syntax), and `*` in it would match too much.
  const plain = names.map((name) => name.replace(/["'\\*]/g, " ").trim()).filter((name) => name !== "");
  if (plain.length === 0) return { places: [], orders: [], customers: [], unreadable: [] };
  const query = plain.flatMap((name) => [`name:"${name}"`, `name:"#${name}"`]).join(" OR ");
  const variables = { first: maxPerName, query, sortKey: "CREATED_AT", reverse: true };
  const askedAt = new Date().toISOString();
  const { orders } = await store.ask(ordersQuery, variables);
  return readOrders(store, orders.nodes, askedAt);
}
