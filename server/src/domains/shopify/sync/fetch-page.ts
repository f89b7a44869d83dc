import type { AdminApi } from "../../../platform/shopify/admin-api.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import { endOf, ordersAtOnce, ordersQuery } from "./order-query.ts";
import { type OrderPlace, type ReadOrders, readOrders } from "./read-orders.ts";
import { restarted, type SyncPosition } from "./sync-position.ts";
import type { SyncKind } from "./syncs.queries.ts";

/** Orders that a sync which an agent asked for takes over at most. */
const askedAtMost = 250;

/** How a kind of sync goes through the orders: the newest first, or those that were changed first. */
const ways = {
  full: { sortKey: "CREATED_AT", reverse: true },
  backfill: { sortKey: "CREATED_AT", reverse: true },
  incremental: { sortKey: "UPDATED_AT", reverse: false },
  reconciliation: { sortKey: "UPDATED_AT", reverse: false },
} as const satisfies Record<SyncKind, { sortKey: string; reverse: boolean }>;

/** A page with where it ends; `from` is where it really began. */
export type FetchedPage = ReadOrders & { from: SyncPosition; endCursor: string | null; hasNextPage: boolean };

/** The orders that come next, at most as many as the sync may still take over. Rejects with a StoreFault. */
export async function fetchPage(
  store: AdminApi,
  kind: SyncKind,
  position: SyncPosition,
  fetched: number,
): Promise<FetchedPage> {
  const { sortKey, reverse } = ways[kind];
  const field = reverse ? "created_at:<=" : "updated_at:>=";
  const first = Math.min(ordersAtOnce, atMostOf(kind) - fetched);
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
  // A store that leads back to where it was would be paged through for ever.
  if (pageInfo.hasNextPage && (endCursor === null || endCursor === from.after))
    throw new StoreFault("unreadable", "The store's list of orders does not go on");
  return { ...(await readOrders(store, nodes, askedAt)), from, endCursor, hasNextPage: pageInfo.hasNextPage };
}

/** How many orders a kind of sync takes over at most. */
export function atMostOf(kind: SyncKind): number {
  return kind === "full" || kind === "incremental" ? askedAtMost : Number.POSITIVE_INFINITY;
}

/** By which of its times an order stands in the list of a kind of sync. */
export function sortedBy(kind: SyncKind, { createdAt, updatedAt }: OrderPlace): string {
  return ways[kind].reverse ? createdAt : updatedAt;
}

// The platform keeps a cursor for some days, and has no code for one that it has forgotten.
function isLostCursor(error: unknown): boolean {
  return error instanceof StoreFault && error.kind === "refused" && /cursor/i.test(error.message);
}
