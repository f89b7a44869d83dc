import * as z from "zod";

const positionSchema = z.object({
  /** The platform's cursor; null where a search begins. */
  after: z.string().nullable(),
  /** The time that bounds the search: that of the last order read before it began. */
  bound: z.string().nullable(),
  /** The latest order's time by which the search is sorted. */
  last: z.string().nullable(),
  /** The ids of orders with exactly that time, which a search beginning there returns again. */
  atLast: z.array(z.string()),
  /** How many orders were paged through since the search began. */
  paged: z.number(),
});
/** How far a sync has come, so that an interrupted one can resume. */
export type SyncPosition = z.infer<typeof positionSchema>;

/** The beginning of everything, or of changes since a time. */
export function firstPosition(bound: string | null): SyncPosition {
  return { after: null, bound, last: null, atLast: [], paged: 0 };
}

/** Serializes a position. */
export function writePosition(position: SyncPosition): string {
  return JSON.stringify(position);
}

/** Parses a stored position. */
export function readPosition(text: string): SyncPosition {
  return positionSchema.parse(JSON.parse(text));
}

/** After so many orders a new search begins: the platform pages through 25,000 at most (shopify.dev: API limits). */
const maxPaged = 10_000;
const maxRemembered = 500;

type Order = { shopifyId: string; sortedBy: string };

/** The position after a page of orders that ends at `endCursor`. */
export function positionAfter(
  { after, bound, last, atLast, paged }: SyncPosition,
  orders: readonly Order[],
  endCursor: string | null,
  max = maxPaged,
): SyncPosition {
  const now = orders.at(-1)?.sortedBy ?? last;
  const same = orders.filter(({ sortedBy }) => sortedBy === now).map(({ shopifyId }) => shopifyId);
  const ids = [...new Set(now === last ? [...atLast, ...same] : same)].slice(-maxRemembered);
  const next = { after: endCursor ?? after, bound, last: now, atLast: ids, paged: paged + orders.length };
  return next.paged >= max && next.last !== bound ? restarted(next) : next;
}

/** The same place in a new search, where the platform has forgotten the cursor. */
export function restarted(position: SyncPosition): SyncPosition {
  return { ...position, after: null, bound: position.last ?? position.bound, paged: 0 };
}

/** The orders of a page that were not read before: a new search returns some again. */
export function unseen<Each extends Order>({ atLast }: SyncPosition, orders: readonly Each[]): Each[] {
  const before = new Set(atLast);
  return orders.filter(({ shopifyId }) => !before.has(shopifyId));
}
