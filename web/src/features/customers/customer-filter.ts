import { type CustomerKind, customerKinds } from "@deskhand/contract/vocabulary";
import { oneOf, textOf } from "../../lib/address-values.ts";

/** The customer list's filter; an empty search matches everybody. */
export interface CustomerListFilter {
  search: string;
  kind: CustomerKind;
}

export const wholeList: CustomerListFilter = { search: "", kind: "all" };

/** The URL's search parameters; absent ones are the default. */
type CustomersSearch = {
  /** The search text. */
  q?: string | undefined;
  kind?: CustomerKind | undefined;
};

/** Reads the list's URL parameters and drops unknown ones, so that no link can break the screen. */
export function readCustomersSearch(raw: Record<string, unknown>): CustomersSearch {
  return { q: textOf(raw.q), kind: oneOf(raw.kind, customerKinds) };
}

/** Reads the filter from the URL. */
export function filterOfSearch({ q = "", kind = "all" }: CustomersSearch): CustomerListFilter {
  return { search: q.trim(), kind };
}

/** Writes the filter as URL parameters, without defaults. */
export function searchOfFilter({ search, kind }: CustomerListFilter): CustomersSearch {
  return { q: search, kind: kind === "all" ? undefined : kind };
}

/** Returns the filter as `customers.list` takes it, without what is unset. */
export function listInput({ search, kind }: CustomerListFilter) {
  return { kind, ...(search !== "" && { search }) };
}
