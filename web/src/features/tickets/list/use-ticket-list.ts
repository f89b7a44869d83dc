import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { retryDelay, retryPassing } from "../../../lib/failure.ts";
import { appendPage, type LoadedTickets, refreshTickets, shareTickets } from "./loaded-tickets.ts";
import { listInput, type TicketListFilter } from "./ticket-list-filter.ts";

export interface TicketListState {
  /** Absent until something has arrived; while a new filter loads, what the one before it found. */
  loaded: LoadedTickets | undefined;
  /** Whether what is shown is still that of the filter before. */
  isOutdated: boolean;
  /** Whether anything that was asked for by hand, by filter or by scrolling is on its way. */
  isLoading: boolean;
  error: unknown;
  /** When `loaded` arrived, in milliseconds. */
  loadedAt: number;
  loadMore: () => void;
  /** Tries again what failed. */
  retry: () => void;
}

/** The tickets that a filter finds, fetched page by page and kept up to date as far as they were fetched. */
export function useTicketList(filter: TicketListFilter): TicketListState {
  const cache = useQueryClient();
  const input = listInput(filter);
  // The key of an infinite query: it holds a list of any length, and live events reach it as one of `tickets.list`.
  const queryKey = api.tickets.list.key({ type: "infinite", input });

  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      refreshTickets(
        () => cache.getQueryData<LoadedTickets>(queryKey),
        (page) => api.tickets.list.call({ ...input, ...page }, { signal }),
      ),
    // Typed by the library as anything; it only ever holds what `queryFn` gives.
    structuralSharing: (before, after) => shareTickets(before as LoadedTickets | undefined, after as LoadedTickets),
    placeholderData: keepPreviousData,
  });

  const more = useMutation({
    mutationKey: queryKey,
    mutationFn: (cursor: string) => api.tickets.list.call({ ...input, cursor }),
    retry: retryPassing,
    retryDelay,
    onSuccess: (page, cursor) =>
      cache.setQueryData<LoadedTickets>(queryKey, (loaded) =>
        // After a refresh that ended elsewhere the page would leave a gap or overlap; it is asked for again.
        loaded?.nextCursor === cursor ? appendPage(loaded, page) : loaded,
      ),
  });

  const nextCursor = list.isPlaceholderData ? null : list.data?.nextCursor;
  const loadMore = () => {
    if (nextCursor && !more.isPending) more.mutate(nextCursor);
  };
  return {
    loaded: list.data,
    isOutdated: list.isPlaceholderData,
    isLoading: list.isPending || list.isPlaceholderData || more.isPending,
    error: list.error ?? more.error,
    loadedAt: list.dataUpdatedAt,
    loadMore,
    retry: () => {
      if (list.error !== null) void list.refetch();
      else loadMore();
    },
  };
}
