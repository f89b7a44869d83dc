import { type CustomerKind, customerKinds } from "@deskhand/contract/vocabulary";
import { oneOf, textOf } from "../../lib/address-values.ts";

/** What the list of customers is asked to show; an empty text asks for everybody. */
export interface CustomerListFilter {
  search: string;
  kind: CustomerKind;
}

/** Everybody. */
export const wholeList: CustomerListFilter = { search: "", kind: "all" };

/** What the address of the customers says; what is absent is the default. */
type CustomersSearch = {
  /** The text searched for. */
  q?: string | undefined;
  kind?: CustomerKind | undefined;
};

/** Reads the customers' parameters, leaving out what is unknown, so that no link can break the screen. */
export function readCustomersSearch(raw: Record<string, unknown>): CustomersSearch {
  return { q: textOf(raw.q), kind: oneOf(raw.kind, customerKinds) };
}

/** The list's filter as the address has it. */
export function filterOfSearch({ q = "", kind = "all" }: CustomersSearch): CustomerListFilter {
  return { search: q.trim(), kind };
}

/** The filter as the address has it; what is the default is left out. */
export function searchOfFilter({ search, kind }: CustomerListFilter): CustomersSearch {
  return { q: search, kind: kind === "all" ? undefined : kind };
}

/** The filter as `customers.list` takes it: what is not asked for is left out. */
export function listInput({ search, kind }: CustomerListFilter) {
  return { kind, ...(search !== "" && { search }) };
}
