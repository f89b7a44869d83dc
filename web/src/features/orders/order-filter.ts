import { type PaymentFilter, paymentFilters } from "@deskhand/contract/vocabulary";
import { oneOf, textOf } from "../../lib/address-values.ts";

/** The order list's filter; an empty text and a null status match everything. */
export interface OrderListFilter {
  search: string;
  status: PaymentFilter | null;
}

export const wholeList: OrderListFilter = { search: "", status: null };

/** The URL's search parameters; absent ones are the default. */
type OrdersSearch = {
  /** The search text. */
  q?: string | undefined;
  status?: PaymentFilter | undefined;
};

/** Reads the list's URL parameters and drops unknown ones, so that no link can break the screen. */
export function readOrdersSearch(raw: Record<string, unknown>): OrdersSearch {
  return { q: textOf(raw.q), status: oneOf(raw.status, paymentFilters) };
}

/** Reads the filter from the URL. */
export function filterOfSearch({ q = "", status }: OrdersSearch): OrderListFilter {
  return { search: q.trim(), status: status ?? null };
}

/** Writes the filter as URL parameters, without defaults. */
export function searchOfFilter({ search, status }: OrderListFilter): OrdersSearch {
  return { q: search, status: status ?? undefined };
}

/** Returns the filter as `orders.list` takes it, without what is unset. */
export function listInput({ search, status }: OrderListFilter) {
  return { ...(search !== "" && { search }), ...(status !== null && { status }) };
}

/** Whether any filter is set. */
export function isFiltered({ search, status }: OrderListFilter): boolean {
  return search !== "" || status !== null;
}
