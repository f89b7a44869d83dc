import type { ViewFilter } from "@deskhand/contract/desk/views";
import {
  filterOfSearch,
  readTicketsSearch,
  searchOfFilter,
  type TicketListFilter,
} from "../../features/tickets/list/ticket-list-filter.ts";
import { textOf } from "../../lib/address-values.ts";
import { stringifySearch } from "../address.ts";

/** What the address of the tickets says, and the view that it opens. */
export type ViewedSearch = ReturnType<typeof readTicketsSearch> & { saved?: string | undefined };

/** Reads the list's parameters and the saved view that is open. */
export function readViewedSearch(raw: Record<string, unknown>): ViewedSearch {
  return { ...readTicketsSearch(raw), saved: textOf(raw.saved) };
}

/** A view's filter as the list has it. */
export function filterOfView({ search, needsReply, snoozed, ...filter }: Partial<ViewFilter>): TicketListFilter {
  const flags = { needsReply: needsReply && "true", snoozed: snoozed && "true" };
  return filterOfSearch(readTicketsSearch({ ...filter, ...flags, q: search }));
}

/** A filter as the address has it, in which equal ones are equal, wherever one came from. */
export function addressOf(filter: TicketListFilter): string {
  return stringifySearch({ ...searchOfFilter({ ...filter, from: null }) });
}
