import { type PaymentFilter, paymentFilters } from "@deskhand/contract/vocabulary";
import { oneOf, textOf } from "../../lib/address-values.ts";

/** What the list of orders is asked to show; an empty text and no status ask for all. */
export interface OrderListFilter {
  search: string;
  status: PaymentFilter | null;
}

/** All orders. */
export const wholeList: OrderListFilter = { search: "", status: null };

/** What the address of the orders says; what is absent is the default. */
type OrdersSearch = {
  /** The text searched for. */
  q?: string | undefined;
  status?: PaymentFilter | undefined;
};

/** Reads the orders' parameters, leaving out what is unknown, so that no link can break the screen. */
export function readOrdersSearch(raw: Record<string, unknown>): OrdersSearch {
  return { q: textOf(raw.q), status: oneOf(raw.status, paymentFilters) };
}

/** The list's filter as the address has it. */
export function filterOfSearch({ q = "", status }: OrdersSearch): OrderListFilter {
  return { search: q.trim(), status: status ?? null };
}

/** The filter as the address has it; what is the default is left out. */
export function searchOfFilter({ search, status }: OrderListFilter): OrdersSearch {
  return { q: search, status: status ?? undefined };
}

/** The filter as `orders.list` takes it: what is not asked for is left out. */
export function listInput({ search, status }: OrderListFilter) {
  return { ...(search !== "" && { search }), ...(status !== null && { status }) };
}

/** Whether anything is asked for. */
export function isFiltered({ search, status }: OrderListFilter): boolean {
  return search !== "" || status !== null;
}
