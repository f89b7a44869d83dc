import * as z from "zod";

const positionSchema = z.object({
  /** The platform's cursor; null where a search begins. */
  after: z.string().nullable(),
  /** The time by which the search is bounded: of the last order read before it began. */
  bound: z.string().nullable(),
  /** The latest order's time by which the search is sorted. */
  last: z.string().nullable(),
  /** The ids of orders with just that time: a search that begins there brings them again. */
  atLast: z.array(z.string()),
  /** Orders that were paged through since the search began. */
  paged: z.number(),
});
/** How far a sync has come: what an interrupted one goes on from. */
export type SyncPosition = z.infer<typeof positionSchema>;

/** The beginning: of everything, or of what was changed since a time. */
export function firstPosition(bound: string | null): SyncPosition {
  return { after: null, bound, last: null, atLast: [], paged: 0 };
}

/** A position as it is kept. */
export function writePosition(position: SyncPosition): string {
  return JSON.stringify(position);
}

/** A kept position. */
export function readPosition(text: string): SyncPosition {
  return positionSchema.parse(JSON.parse(text));
}

/** Orders after which a search is begun anew: the platform pages through 25,000 at most (shopify.dev: API limits). */
const pagedAtMost = 10_000;
const rememberedAtMost = 500;

type Order = { shopifyId: string; sortedBy: string };

/** The position after a page of orders, which ends at `endCursor`. */
export function positionAfter(
  { after, bound, last, atLast, paged }: SyncPosition,
  orders: readonly Order[],
  endCursor: string | null,
  most = pagedAtMost,
): SyncPosition {
  const now = orders.at(-1)?.sortedBy ?? last;
  const same = orders.filter(({ sortedBy }) => sortedBy === now).map(({ shopifyId }) => shopifyId);
  const ids = [...new Set(now === last ? [...atLast, ...same] : same)].slice(-rememberedAtMost);
  const next = { after: endCursor ?? after, bound, last: now, atLast: ids, paged: paged + orders.length };
  return next.paged >= most && next.last !== bound ? restarted(next) : next;
}

/** The same place in a new search, where the platform no longer knows the cursor. */
export function restarted(position: SyncPosition): SyncPosition {
  return { ...position, after: null, bound: position.last ?? position.bound, paged: 0 };
}

/** Those of a page that were not read before: a search that begins anew brings some again. */
export function unseen<Each extends Order>({ atLast }: SyncPosition, orders: readonly Each[]): Each[] {
  const before = new Set(atLast);
  return orders.filter(({ shopifyId }) => !before.has(shopifyId));
}
