import type { SavedView } from "@deskhand/contract/desk/views";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import {
  filterOfSearch,
  searchOfFilter,
  type TicketListFilter,
} from "../../features/tickets/list/ticket-list-filter.ts";
import { api } from "../../lib/api.ts";
import { addressOf, filterOfView, type ViewedSearch } from "./viewed-address.ts";

/**
 * What the tickets' address shows: the view that it names, or what it says itself, which is then a change of that view. A view
 * that is deleted while it is open goes on being shown.
 */
export function useSavedView({ saved, ...search }: ViewedSearch) {
  const { data, isPending } = useQuery({ ...api.views.list.queryOptions(), enabled: saved !== undefined });
  const last = useRef<SavedView>(undefined);
  const found = data?.items.find(({ id }) => id === saved);
  if (found) last.current = found;
  const known = found ?? (last.current?.id === saved ? last.current : undefined);
  const own = filterOfSearch(search);
  const ofView = known && filterOfView(known.filter);
  const isOwn = addressOf(own) !== "" || ofView === undefined;
  return {
    isPending: saved !== undefined && isPending,
    view: found ?? null,
    isGone: known !== undefined && data !== undefined && found === undefined,
    /** It was gone before it was opened: nothing of it can be shown. */
    isUnknown: saved !== undefined && data !== undefined && known === undefined,
    isChanged: isOwn && ofView !== undefined && addressOf(own) !== addressOf(ofView),
    filter: isOwn ? own : ofView,
    /** The address of another filter: within the view that is open, unless everything is to be seen. */
    searchFor(next: TicketListFilter): ViewedSearch {
      if (saved === undefined || addressOf(next) === "") return searchOfFilter(next);
      if (ofView !== undefined && addressOf(next) === addressOf(ofView)) return { saved };
      return { ...searchOfFilter(next), saved };
    },
  };
}
