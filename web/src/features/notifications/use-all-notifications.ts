import type { Notification } from "@deskhand/contract/notifications";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const PAGE_SIZE = 30;

export interface LoadedNotifications {
  items: Notification[];
  /** Undefined until it is known. */
  unreadCount: number | undefined;
  isPending: boolean;
  error: unknown;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => Promise<unknown>;
  retry: () => void;
}

/** Everything that is kept for the user, or the unread part of it, page by page. */
export function useAllNotifications(unread: boolean): LoadedNotifications {
  const query = useInfiniteQuery(
    api.notifications.page.infiniteOptions({
      input: (cursor: string | undefined) => ({ unread, limit: PAGE_SIZE, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
  );
  const pages = query.data?.pages ?? [];
  const seen = new Set<string>();
  return {
    // A notification that was renewed meanwhile is on two pages: where it is now, and where it was.
    items: pages.flatMap(({ items }) => items).filter(({ id }) => !seen.has(id) && seen.add(id)),
    unreadCount: pages.at(-1)?.unreadCount,
    isPending: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => query.fetchNextPage({ cancelRefetch: false }),
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  };
}
