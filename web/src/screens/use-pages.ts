import { limits } from "@deskhand/contract/limits";
import { hashKey, type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import type { CallError } from "../lib/failure.ts";
import { fetchFromTop, foldPages, type ListPage, type Loaded } from "./fold-pages.ts";

/** A list as far as it is fetched, and how it goes on. */
export interface Pages<Row> {
  /** Absent until something has arrived; while another list loads, the rows of the one before. */
  items: readonly Row[] | undefined;
  /** What was asked for: other rows of the same list have the same. */
  asked: string;
  /** The ids that the last refresh found new or different, and when that was, in milliseconds. */
  changed: readonly string[];
  loadedAt: number;
  /** Whether the rows are still those of the list before. */
  isOutdated: boolean;
  /** Whether something that was asked for by hand, by filter or by scrolling is on its way. */
  isLoading: boolean;
  error: CallError | null;
  /** Whether another page can be asked for now. */
  canLoadMore: boolean;
  hasMore: boolean;
  loadMore: () => void;
  /** Tries again what failed. */
  retry: () => void;
}

interface PagesOptions<Page extends ListPage> {
  /** That of an infinite query of the endpoint: `api.tickets.list.key({ type: "infinite", input })`. */
  queryKey: QueryKey;
  fetchPage: (page: { cursor?: string; limit: number }, signal: AbortSignal) => Promise<Page>;
}

type Cached<Page extends ListPage> = InfiniteData<Loaded<Page>, string | null>;

/**
 * A list that is fetched page by page and kept up to date as far as it was fetched; `latest` is all of it with what the newest
 * page said beside its rows, such as totals.
 */
export function usePages<Page extends ListPage>({
  queryKey,
  fetchPage,
}: PagesOptions<Page>): Pages<Page["items"][number]> & { latest: Page | undefined } {
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    async queryFn({ client, pageParam, signal }): Promise<Loaded<Page>> {
      const fetch = (page: Parameters<typeof fetchPage>[0]) => fetchPage(page, signal);
      const known = client.getQueryData<Cached<Page>>(queryKey)?.pages[0]?.items.length ?? 0;
      const page =
        pageParam === null
          ? await fetchFromTop(known, fetch)
          : await fetch({ cursor: pageParam, limit: limits.defaultPageSize });
      return { ...page, changed: null };
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Typed by the library as anything; it only ever holds what `queryFn` gives.
    structuralSharing: (before, after) => foldPages(before as Cached<Page> | undefined, after as Cached<Page>),
    placeholderData: keepPreviousData,
  });
  const [latest] = list.data?.pages ?? [];
  const hasMore = list.hasNextPage && !list.isPlaceholderData;
  // A refresh under way is let go on; the page is asked for when it is done.
  const loadMore = () => void list.fetchNextPage({ cancelRefetch: false });
  return {
    latest,
    asked: hashKey(queryKey),
    items: latest?.items,
    changed: latest?.changed ?? [],
    loadedAt: list.dataUpdatedAt,
    isOutdated: list.isPlaceholderData,
    isLoading: list.isPending || list.isPlaceholderData || list.isFetchingNextPage,
    error: list.error,
    canLoadMore: hasMore && !list.isFetching,
    hasMore,
    loadMore,
    retry: () => (list.isFetchNextPageError ? loadMore() : void list.refetch()),
  };
}
