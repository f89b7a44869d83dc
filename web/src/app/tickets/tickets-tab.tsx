import type { SavedView } from "@deskhand/contract/desk/views";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useRef } from "react";
import { TicketList } from "../../features/tickets/list/ticket-list.tsx";
import {
  filterOfSearch,
  isFiltered,
  listInput,
  searchOfFilter,
  type TicketListFilter,
} from "../../features/tickets/list/ticket-list-filter.ts";
import { useSort } from "../../features/tickets/list/use-sort.ts";
import { api } from "../../lib/api.ts";
import { loadAfterFirst } from "../../ui/load-later.tsx";
import { useDialogs } from "../address.ts";
import { addressOf, filterOfView, type ViewedSearch } from "../sections.ts";

const ViewControls = loadAfterFirst(() =>
  import("../../features/views/view-controls.tsx").then(({ ViewControls }) => ViewControls),
);

const route = getRouteApi("/desk/dashboard/tickets");

/** The tickets; the filter or saved view, and the open ticket, are in the URL. */
export function TicketsTab() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const open = useDialogs();
  const [preferredSort] = useSort();
  const { isPending, filter, searchFor, ...viewed } = useSavedView(search);
  // Showing all tickets until the view is loaded would be wrong.
  if (isPending) return null;
  const openView = (saved: string | null) => void navigate({ search: saved === null ? {} : { saved } });
  return (
    <TicketList
      filter={filter}
      // While typing, the back button returns to before the search instead of undoing each letter.
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

/**
 * Returns what the tickets' URL shows: the view it names, with the URL's own filters as a change of it. A view deleted
 * while open stays shown.
 */
function useSavedView({ saved, ...search }: ViewedSearch) {
  const { data, isPending } = useQuery({ ...api.views.list.queryOptions(), enabled: saved !== undefined });
  const last = useRef<SavedView>(undefined);
  const found = data?.items.find(({ id }) => id === saved);
  if (found) last.current = found;
  const view = found ?? (last.current?.id === saved ? last.current : undefined);
  const own = filterOfSearch(search);
  const ofView = view && filterOfView(view.filter);
  const isOwn = addressOf(own) !== "" || ofView === undefined;
  return {
    isPending: saved !== undefined && isPending,
    view: found ?? null,
    isGone: view !== undefined && data !== undefined && found === undefined,
    /** It was deleted before it was opened, so nothing of it is known. */
    isUnknown: saved !== undefined && data !== undefined && view === undefined,
    isChanged: isOwn && ofView !== undefined && addressOf(own) !== addressOf(ofView),
    filter: isOwn ? own : ofView,
    /** Returns the URL for another filter, within the open view unless the filter is empty. */
    searchFor(next: TicketListFilter): ViewedSearch {
      if (saved === undefined || addressOf(next) === "") return searchOfFilter(next);
      if (ofView !== undefined && addressOf(next) === addressOf(ofView)) return { saved };
      return { ...searchOfFilter(next), saved };
    },
  };
}
