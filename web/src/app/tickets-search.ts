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
import type { TicketListFilter } from "../features/tickets/list/ticket-list-filter.ts";
import { oneOf, someOf, textOf } from "./address.ts";

/** What the address of the tickets says; what is absent is the default. */
interface TicketsSearch {
  view?: TicketView | undefined;
  status?: TicketStatus[] | undefined;
  priority?: TicketPriority[] | undefined;
  category?: TicketCategory[] | undefined;
  /** The text searched for. */
  q?: string | undefined;
  /** A customer's e-mail address. */
  customer?: string | undefined;
}

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

/** The list's filter as the address tells it. */
export function filterOfSearch(search: TicketsSearch): TicketListFilter {
  const { view = "active", status = [], priority = [], category = [], q = "", customer = "" } = search;
  return { view, status, priority, category, search: q.trim(), customer: customer.trim() };
}

/** The list's filter as the address tells it; what is the default is left out. */
export function searchOfFilter({ view, search, ...filter }: TicketListFilter): TicketsSearch {
  return { ...filter, view: view === "active" ? undefined : view, q: search };
}
