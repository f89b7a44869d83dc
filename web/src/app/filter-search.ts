import type { TicketListFilter } from "../features/tickets/list/ticket-list-filter.ts";
import type { DashboardSearch } from "./search.ts";

/** The list's filter as the address tells it. */
export function filterOfSearch(search: DashboardSearch): TicketListFilter {
  const { view = "active", status = [], priority = [], category = [], q = "", customer = "" } = search;
  return { view, status, priority, category, search: q.trim(), customer: customer.trim() };
}

/** The list's filter as the address tells it; what is the default is left out. */
export function searchOfFilter(filter: TicketListFilter): DashboardSearch {
  const { view, status, priority, category, search, customer } = filter;
  return {
    section: "tickets",
    view: view === "active" ? undefined : view,
    status: status.length === 0 ? undefined : status,
    priority: priority.length === 0 ? undefined : priority,
    category: category.length === 0 ? undefined : category,
    q: search || undefined,
    customer: customer || undefined,
  };
}
