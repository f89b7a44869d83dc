import {
  type TicketCategory,
  type TicketPriority,
  type TicketStatus,
  type TicketView,
  ticketCategories,
  ticketPriorities,
  ticketStatuses,
  ticketViews,
} from "@deskhand/contract/vocabulary";
import { isArchived, viewOf } from "../../../entities/ticket/is-archived.ts";
import { oneOf, someOf, textOf } from "../../../lib/address-values.ts";

/** What the ticket list is asked to show; empty lists and texts ask for everything. */
export interface TicketListFilter {
  view: TicketView;
  status: TicketStatus[];
  priority: TicketPriority[];
  category: TicketCategory[];
  search: string;
  /** A customer's e-mail address. */
  customer: string;
}

/** A part of the filter that can be taken away by itself. */
export type FilterPart = Exclude<keyof TicketListFilter, "view">;

const nothing = { status: [], priority: [], category: [], search: "", customer: "" };

/** Whether anything but the view is asked for. */
export function isFiltered(filter: TicketListFilter): boolean {
  return filterBadges(filter).length > 0;
}

/** The whole of a view. */
export function clearFilter({ view }: TicketListFilter): TicketListFilter {
  return { ...nothing, view };
}

/** The filter without one of its parts. */
export function clearPart(filter: TicketListFilter, part: FilterPart): TicketListFilter {
  return { ...filter, [part]: nothing[part] };
}

/** The other view with the same filter, without the statuses that it cannot hold. */
export function switchView(filter: TicketListFilter): TicketListFilter {
  const view = filter.view === "active" ? "archive" : "active";
  return { ...filter, view, status: filter.status.filter((status) => viewOf(status) === view) };
}

/** A list with `value` added, or taken out when it was in. */
export function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}

/** The filter with a status switched on or off; one that only the other view can hold leads there. */
export function toggleStatus(filter: TicketListFilter, status: TicketStatus): TicketListFilter {
  const isElsewhere = isArchived(status) !== (filter.view === "archive");
  const there = isElsewhere ? switchView(filter) : filter;
  return { ...there, status: toggled(there.status, status) };
}

/** How a status is written on chips and badges. */
export function statusText(status: TicketStatus): string {
  return status === "urgent" ? "URGENT" : status;
}

/** What is asked for, in words, part by part. */
export function filterBadges(filter: TicketListFilter): { part: FilterPart; text: string }[] {
  const badges: { part: FilterPart; text: string }[] = [];
  if (filter.search !== "") badges.push({ part: "search", text: `Search: "${filter.search}"` });
  if (filter.status.length > 0)
    badges.push({ part: "status", text: `Status: ${filter.status.map(statusText).join(", ")}` });
  if (filter.priority.length > 0) badges.push({ part: "priority", text: `Priority: ${filter.priority.join(", ")}` });
  if (filter.category.length > 0) badges.push({ part: "category", text: `Category: ${filter.category.join(", ")}` });
  if (filter.customer !== "") badges.push({ part: "customer", text: `Customer: ${filter.customer}` });
  return badges;
}

/** The filter as `tickets.list` takes it: what is not asked for is left out. */
export function listInput({ view, status, priority, category, search, customer }: TicketListFilter) {
  return {
    view,
    ...(status.length > 0 && { status }),
    ...(priority.length > 0 && { priority }),
    ...(category.length > 0 && { category }),
    ...(search !== "" && { search }),
    ...(customer !== "" && { customer }),
  };
}

/** What the address of the tickets says; what is absent is the default. */
type TicketsSearch = {
  view?: TicketView | undefined;
  status?: TicketStatus[] | undefined;
  priority?: TicketPriority[] | undefined;
  category?: TicketCategory[] | undefined;
  /** The text searched for. */
  q?: string | undefined;
  /** A customer's e-mail address. */
  customer?: string | undefined;
};

/** Reads the tickets' parameters, leaving out what is unknown, so that no link can break the screen. */
export function readTicketsSearch(raw: Record<string, unknown>): TicketsSearch {
  return {
    view: oneOf(raw.view, ticketViews),
    status: someOf(raw.status, ticketStatuses),
    priority: someOf(raw.priority, ticketPriorities),
    category: someOf(raw.category, ticketCategories),
    q: textOf(raw.q),
    customer: textOf(raw.customer),
  };
}

/** The list's filter as the address has it. */
export function filterOfSearch(search: TicketsSearch): TicketListFilter {
  const { view = "active", status = [], priority = [], category = [], q = "", customer = "" } = search;
  return { view, status, priority, category, search: q.trim(), customer: customer.trim() };
}

/** The list's filter as the address has it; what is the default is left out. */
export function searchOfFilter({ view, search, ...filter }: TicketListFilter): TicketsSearch {
  return { ...filter, view: view === "active" ? undefined : view, q: search };
}
