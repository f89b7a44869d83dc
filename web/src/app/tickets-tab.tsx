import { getRouteApi } from "@tanstack/react-router";
import { TicketList } from "../features/tickets/list/ticket-list.tsx";
import { filterOfSearch, searchOfFilter } from "./filter-search.ts";

const route = getRouteApi("/dashboard");

/** The tickets tab: its filter and the open ticket are in the address. */
export function TicketsTab() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = filterOfSearch(search);
  return (
    <TicketList
      filter={filter}
      // While one types, the back button leads to what was before the search, not to each of its letters.
      onFilter={(next) =>
        void navigate({
          search: searchOfFilter(next),
          replace: filter.search !== "" && next.search !== "" && filter.search !== next.search,
        })
      }
      onNewTicket={() => void navigate({ search: (current) => ({ ...current, new: "ticket" }), resetScroll: false })}
      openTicketId={search.ticket ?? null}
    />
  );
}
