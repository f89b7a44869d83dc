import { limits } from "@deskhand/contract/limits";
import {
  hashKey,
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  replaceEqualDeep,
  useInfiniteQuery,
} from "@tanstack/react-query";
import type { CallError } from "../lib/failure.ts";

/** The loaded part of a list, and what can be loaded next. */
export interface Pages<Row> {
  /** Absent until something has loaded; while another list loads, the rows of the one before. */
  items: readonly Row[] | undefined;
  /** Identifies the list: all its refreshes have the same value. */
  asked: string;
  /** The ids that the last refresh found new or different. */
  changed: readonly string[];
  /** When the list was last loaded, in milliseconds. */
  loadedAt: number;
  /** Whether the rows still belong to the list before. */
  isOutdated: boolean;
  /** Whether something that a person asked for is loading: by hand, by a filter or by scrolling. */
  isLoading: boolean;
  error: CallError | null;
  /** Whether another page can be fetched now. */
  canLoadMore: boolean;
  hasMore: boolean;
  loadMore: () => void;
  /** Repeats what failed. */
  retry: () => void;
}

interface PagesOptions<Page extends ListPage> {
  /** The key of an infinite query of the endpoint: `api.tickets.list.key({ type: "infinite", input })`. */
  queryKey: QueryKey;
  fetchPage: (page: { cursor?: string; limit: number }, signal: AbortSignal) => Promise<Page>;
}

type CachedPages<Page extends ListPage> = InfiniteData<Loaded<Page>, string | null>;

/**
 * Loads a list page by page and keeps the loaded part up to date. `latest` has that part's rows, and what the endpoint returned last
 * beside rows, such as totals.
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
      const loaded = client.getQueryData<CachedPages<Page>>(queryKey)?.pages[0]?.items.length ?? 0;
      const page =
        pageParam === null
          ? await fetchFromTop(loaded, fetch)
          : await fetch({ cursor: pageParam, limit: limits.defaultPageSize });
      return { ...page, changed: null };
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // The library types these as anything; they are always results of `queryFn`.
    structuralSharing: (before, after) =>
      foldPages(before as CachedPages<Page> | undefined, after as CachedPages<Page>),
    placeholderData: keepPreviousData,
  });
  const [latest] = list.data?.pages ?? [];
  const hasMore = list.hasNextPage && !list.isPlaceholderData;
  // Lets a refresh under way finish; the page is fetched after it.
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

/** One page of a list, as an endpoint returns it; the cursor points to the next. */
interface ListPage {
  items: { id: string }[];
  nextCursor: string | null;
}

/** The loaded part of a list, from its top, as one page. */
export type Loaded<Page extends ListPage> = Page & {
  /** The ids that the last refresh found new or different; null if the page was just loaded and not compared yet. */
  changed: readonly string[] | null;
};

type Cached<Page extends ListPage> = InfiniteData<Loaded<Page>>;

/**
 * Fetches a list from its top as far as it was loaded, in the largest possible pages: a list that was loaded by scrolling needs a
 * fifth of the requests.
 */
export async function fetchFromTop<Page extends ListPage>(
  known: number,
  fetchPage: (page: { cursor?: string; limit: number }) => Promise<Page>,
): Promise<Page> {
  const sized = (missing: number) => {
    const pages = Math.max(1, Math.ceil(missing / limits.defaultPageSize));
    return Math.min(pages * limits.defaultPageSize, limits.maxPageSize);
  };
  let loaded = await fetchPage({ limit: sized(known) });
  while (loaded.nextCursor !== null && loaded.items.length < known) {
    const next = await fetchPage({ cursor: loaded.nextCursor, limit: sized(known - loaded.items.length) });
    loaded = { ...next, items: distinct([...loaded.items, ...next.items]) };
  }
  return loaded;
}

/**
 * Joins all pages into one, so that a refresh is one fetch from the top. Unchanged rows remain the same objects and are not drawn
 * again: the library compares by index, so one new row at the top would make every row a new one.
 */
export function foldPages<Page extends ListPage>(
  before: Cached<Page> | undefined,
  { pages, pageParams }: Cached<Page>,
): Cached<Page> {
  const [old] = before?.pages ?? [];
  const newest = pages.at(-1);
  if (newest === undefined) return { pages, pageParams };
  const rowsById = new Map(old?.items.map((row) => [row.id, row]));
  const rows = distinct(pages.flatMap(({ items }) => items));
  const items = rows.map((row) => replaceEqualDeep(rowsById.get(row.id), row));
  // A change made here, such as marking as read, is not new.
  const isRefresh = old !== undefined && pages.length === 1 && newest.changed === null;
  const changed = isRefresh ? changedRows(old, items) : [];
  const isSame = items.length === old?.items.length && items.every((row, at) => row === old.items[at]);
  const folded = { ...newest, items: isSame ? old.items : items, changed };
  if (before === undefined || !isSame) return { pages: [folded], pageParams: pageParams.slice(0, 1) };
  const page = replaceEqualDeep(old, folded);
  return page === old ? before : { pages: [page], pageParams: before.pageParams };
}

/** Returns the ids of rows that came in or changed; rows after the old end were merely not loaded before. */
function changedRows(before: ListPage, items: ListPage["items"]): string[] {
  const old = new Map(before.items.map((row) => [row.id, row]));
  const end = before.nextCursor === null ? items.length : items.findLastIndex(({ id }) => old.has(id)) + 1;
  return items
    .slice(0, end)
    .filter((row) => old.get(row.id) !== row)
    .map(({ id }) => id);
}

/** Keeps each row once, in its first place: a row that moves while pages are fetched is in its new place and in the old one. */
function distinct<Row extends { id: string }>(items: readonly Row[]): Row[] {
  return [...new Map(items.map((row) => [row.id, row])).values()];
}
