import { fulfillmentStatusOf } from "../../state/order-sums.ts";
import { type OrderEntry, ordersBy, readOrder } from "../../state/store.ts";
import type { StoreOrder } from "../../state/store-state.ts";
import type { Args, Context } from "../bind.ts";
import { connect } from "../connect.ts";
import { compareNumber, compareTime, readSearch, searchFault, type Term } from "../search-query.ts";
import { orderRef } from "./order-fields.ts";

const sixtyDays = 60 * 24 * 3_600_000;
// https://shopify.dev/docs/api/usage/limits: how far a list can be counted and paged.
const farthest = 25_000;
const keys: Record<string, (entry: OrderEntry) => number> = {
  ID: ({ id }) => id,
  ORDER_NUMBER: ({ id }) => id,
  RELEVANCE: ({ id }) => id,
  CREATED_AT: ({ createdAt }) => createdAt,
  PROCESSED_AT: ({ createdAt }) => createdAt,
  UPDATED_AT: ({ updatedAt }) => updatedAt,
};

/** Returns the orders that the token may see: without read_all_orders, those of the last sixty days. */
export function visibleOrders({ token, keeper }: Context, entries: readonly OrderEntry[]): readonly OrderEntry[] {
  if (token.scopes.includes("read_all_orders")) return entries;
  const oldest = keeper.now() - sixtyDays;
  return entries.filter(({ createdAt }) => createdAt >= oldest);
}

export function findOrder(context: Context, id: number | null): StoreOrder | null {
  const entry = id === null ? undefined : context.store.orders.get(id);
  const [visible] = entry ? visibleOrders(context, [entry]) : [];
  return visible ? readOrder(context.store, visible) : null;
}

/** Returns a page of all orders, or of some (a customer's, say), for the arguments of Shopify's connections. */
export function pageOfOrders(context: Context, args: Args, own?: { name: string; entries: readonly OrderEntry[] }) {
  const sortKey = String(args.sortKey ?? "PROCESSED_AT");
  const key = keys[sortKey];
  if (!key) throw searchFault(`orders are not sorted by ${sortKey}`);
  const sorted = own
    ? own.entries.toSorted((a, b) => key(a) - key(b) || a.id - b.id)
    : ordersBy(context.store, sortKey, key);
  const found = searchOrders(context, sorted, args.query);
  return connect(
    found,
    args,
    { id: ({ id }) => id, key },
    (entry) => orderRef(readOrder(context.store, entry)),
    farthest,
  );
}

export function countOrders(context: Context, { query, limit }: Args) {
  return countUpTo(searchOrders(context, [...context.store.orders.values()], query).length, limit);
}

/** Counts as Shopify does: up to a limit, and never further than it pages. */
export function countUpTo(found: number, limit: unknown) {
  const most = typeof limit === "number" ? Math.min(limit, farthest + 1) : farthest + 1;
  return { count: Math.min(found, most), precision: found > most ? "AT_LEAST" : "EXACT" };
}

function searchOrders(context: Context, entries: readonly OrderEntry[], query: unknown): readonly OrderEntry[] {
  const visible = visibleOrders(context, entries);
  if (typeof query !== "string" || query.trim() === "") return visible;
  const read = (entry: OrderEntry) => readOrder(context.store, entry);
  return visible.filter(readSearch<OrderEntry>(query, (term) => matchOrder(term, read)));
}

function matchOrder(term: Term, read: (entry: OrderEntry) => StoreOrder): (entry: OrderEntry) => boolean {
  const value = term.value.toLowerCase();
  const same = (text: string | null) => text?.toLowerCase() === value;
  switch (term.field) {
    case "id":
      return ({ id }) => compareNumber(term, id);
    case "updated_at":
      return ({ updatedAt }) => compareTime(term, updatedAt);
    case "created_at":
    case "processed_at":
      return ({ createdAt }) => compareTime(term, createdAt);
    case "customer_id":
      return ({ customerId }) => customerId !== null && compareNumber(term, customerId);
    case "name":
      return (entry) => isNamed(entry, value);
    case "email":
      return (entry) => same(read(entry).email);
    case "test":
      return (entry) => String(read(entry).isTest) === value;
    case "tag":
      return (entry) => read(entry).tags.some(same);
    case "financial_status":
      return (entry) => value === "any" || same(read(entry).financialStatus);
    case "fulfillment_status":
      return (entry) => value === "any" || isFulfilled(read(entry), value);
    case "status":
      return (entry) => hasStatus(read(entry), value);
    case null:
    case "default":
      return (entry) => isNamed(entry, value) || (read(entry).email ?? "").toLowerCase().includes(value);
    default:
      throw searchFault(`orders have no search field ${term.field}`);
  }
}

/** Matches the whole name or its number alone: `#1001` and `1001`. */
function isNamed({ number, order }: OrderEntry, value: string): boolean {
  return order?.name.toLowerCase() === value || `#${number}` === value || String(number) === value;
}

function isFulfilled(order: StoreOrder, value: string): boolean {
  const status = fulfillmentStatusOf(order).toLowerCase();
  const wanted: Record<string, string> = {
    shipped: "fulfilled",
    partial: "partially_fulfilled",
    unshipped: "unfulfilled",
  };
  return status === (wanted[value] ?? value);
}

function hasStatus({ cancelledAt, closedAt }: StoreOrder, value: string): boolean {
  if (value === "any") return true;
  if (value === "cancelled") return cancelledAt !== null;
  if (value === "closed") return closedAt !== null;
  if (value === "open") return closedAt === null && cancelledAt === null;
  if (value === "not_closed") return closedAt === null;
  throw searchFault(`orders have no status ${value}`);
}
