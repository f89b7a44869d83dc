import { getRouteApi } from "@tanstack/react-router";
import { TicketList } from "../../features/tickets/list/ticket-list.tsx";
import { isFiltered, listInput } from "../../features/tickets/list/ticket-list-filter.ts";
import { useSort } from "../../features/tickets/list/use-sort.ts";
import { loadAfterFirst } from "../../ui/load-later.tsx";
import { useDialogs } from "../use-dialogs.ts";
import { useSavedView } from "./use-saved-view.ts";

const ViewControls = loadAfterFirst(() =>
  import("../../features/views/view-controls.tsx").then(({ ViewControls }) => ViewControls),
);

const route = getRouteApi("/desk/dashboard/tickets");

/** The tickets: their filter, or the view they are seen by, and the open ticket are in the address. */
export function TicketsTab() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const open = useDialogs();
  const [preferredSort] = useSort();
  const { isPending, filter, searchFor, ...viewed } = useSavedView(search);
  // All tickets, for the moment until it is known which ones are asked for, would be the wrong ones.
  if (isPending) return null;
  const openView = (saved: string | null) => void navigate({ search: saved === null ? {} : { saved } });
  return (
    <TicketList
      filter={filter}
      // While one types, the back button leads to what was before the search, not to each of its letters.
      onFilter={(next) =>
        void navigate({
          search: searchFor(next),
          replace: filter.search !== "" && next.search !== "" && filter.search !== next.search,
        })
      }
      onNewTicket={() => open({ new: "ticket" })}
      openTicketId={search.ticket ?? null}
      controls={
        <ViewControls
          {...viewed}
          filter={listInput({ ...filter, sort: filter.sort ?? preferredSort })}
          canSave={isFiltered(filter) || filter.view === "archive"}
          onOpen={openView}
          onForget={() => void navigate({ search: ({ saved: _, ...rest }) => rest, replace: true })}
          onDiscard={() => openView(search.saved ?? null)}
        />
      }
    />
  );
}
