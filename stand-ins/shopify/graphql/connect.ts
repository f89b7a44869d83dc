import { GraphQLError } from "graphql";
import type { Args } from "./bind.ts";

type Cursor = { last_id: number; last_value: string | number };
/** An item's place in its list: first by the key, then by its id. */
export type Place<Item> = { id: (item: Item) => number; key: (item: Item) => string | number };
export type Connection<Node> = {
  edges: { cursor: string; node: Node }[];
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
};

const largestPage = 250;

/**
 * Returns a page of a list sorted by places. A cursor names a place and not a position, so that items inserted or moved meanwhile
 * neither shift pages nor repeat. Paging ends at `farthest`.
 */
export function connect<Item, Node>(
  sorted: readonly Item[],
  args: Args,
  place: Place<Item>,
  nodeOf: (item: Item) => Node,
  farthest = Number.POSITIVE_INFINITY,
): Connection<Node> {
  const { first, last, after, before, reverse } = readPaging(args);
  const list = reverse ? sorted.toReversed() : sorted;
  const sign = reverse ? -1 : 1;
  const start = after ? countWhile(list, (item) => sign * compareTo(item, after, place) <= 0) : 0;
  const end = before ? countWhile(list, (item) => sign * compareTo(item, before, place) < 0) : list.length;
  const from = last === null ? start : Math.max(start, end - last);
  const until = first === null ? end : Math.min(end, start + first);
  if (until > farthest) throw refused(`Only the first ${farthest} items of a list can be paged through`);
  const edges = list.slice(from, Math.max(from, until)).map((item) => ({
    cursor: writeCursor({ last_id: place.id(item), last_value: place.key(item) }),
    node: nodeOf(item),
  }));
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage: until < list.length,
      hasPreviousPage: from > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function readPaging(args: Args) {
  const first = typeof args.first === "number" ? args.first : null;
  const last = typeof args.last === "number" ? args.last : null;
  if (first === null && last === null) throw refused("you must provide one of first or last");
  if (first !== null && last !== null) throw refused("providing both first and last is not supported");
  const size = first ?? last ?? 0;
  if (size < 0 || size > largestPage)
    throw refused(`${first === null ? "last" : "first"} must be between 0 and ${largestPage}`);
  return {
    first,
    last,
    after: readCursor(args.after),
    before: readCursor(args.before),
    reverse: args.reverse === true,
  };
}

/** Counts the items before the first that does not fit; the list is sorted by that condition. */
function countWhile<Item>(list: readonly Item[], fits: (item: Item) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = list[middle];
    if (item !== undefined && fits(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareTo<Item>(item: Item, { last_id, last_value }: Cursor, { id, key }: Place<Item>): number {
  const value = key(item);
  if (value !== last_value) return value < last_value ? -1 : 1;
  return id(item) - last_id;
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64");
}

function readCursor(text: unknown): Cursor | null {
  if (text === null || text === undefined) return null;
  try {
    const { last_id, last_value }: Record<string, unknown> = JSON.parse(Buffer.from(String(text), "base64").toString());
    if (typeof last_id === "number" && (typeof last_value === "number" || typeof last_value === "string"))
      return { last_id, last_value };
  } catch {
    // A cursor that is no JSON is refused below, like any other invalid one.
  }
  throw refused("Invalid cursor for current pagination sort.");
}

function refused(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}
