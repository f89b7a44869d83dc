import { getRouteApi } from "@tanstack/react-router";
import { TicketList } from "../features/tickets/list/ticket-list.tsx";
import { filterOfSearch, searchOfFilter } from "../features/tickets/list/ticket-list-filter.ts";
import { useDialogs } from "./use-dialogs.ts";

const route = getRouteApi("/desk/dashboard/tickets");

/** The tickets: their filter and the open ticket are in the address. */
export function TicketsTab() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const open = useDialogs();
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
      onNewTicket={() => open({ new: "ticket" })}
      openTicketId={search.ticket ?? null}
    />
  );
}
