import { backToActive, clearFilter, switchView, type TicketListFilter } from "./ticket-list-filter.ts";

interface WayBack {
  /** Changes the filter; a status chip leads to the archive, and back once no status is asked for any more. */
  change: (next: TicketListFilter) => void;
  /** Takes all of the filter away, and leads back from where a chip led. */
  clear: () => void;
  /** Leads to the other view, to stay there. */
  switchView: () => void;
}

/** The ways through the filter; the active list from which a status chip led to the archive stands in the address. */
export function wayBackOf(filter: TicketListFilter, onFilter: (filter: TicketListFilter) => void): WayBack {
  return {
    change: (next) => onFilter(next.view === "archive" && next.status.length === 0 ? backToActive(next) : next),
    clear: () => onFilter(clearFilter(backToActive(filter))),
    switchView: () => onFilter(switchView(filter)),
  };
}
