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

type CachedPages<Page extends ListPage> = InfiniteData<Loaded<Page>, string | null>;

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
      const known = client.getQueryData<CachedPages<Page>>(queryKey)?.pages[0]?.items.length ?? 0;
      const page =
        pageParam === null
          ? await fetchFromTop(known, fetch)
          : await fetch({ cursor: pageParam, limit: limits.defaultPageSize });
      return { ...page, changed: null };
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Typed by the library as anything; it only ever holds what `queryFn` gives.
    structuralSharing: (before, after) =>
      foldPages(before as CachedPages<Page> | undefined, after as CachedPages<Page>),
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

/** One page of a list, as an endpoint gives it; the cursor names what follows. */
interface ListPage {
  items: { id: string }[];
  nextCursor: string | null;
}

/** All of a list that has been fetched so far, from its top, as one page. */
export type Loaded<Page extends ListPage> = Page & {
  /** The ids that the last refresh found new or different; null of what was just fetched and not compared yet. */
  changed: readonly string[] | null;
};

type Cached<Page extends ListPage> = InfiniteData<Loaded<Page>>;

/**
 * Fetches a list from its top as far as it was loaded, in the largest pages there are: one that somebody has scrolled
 * through is brought up to date with a fifth of the requests it took to load.
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
 * Makes one page of all, so that a refresh is one fetch from the top. Rows that are as they were stay the very objects, and
 * are not drawn again: the library compares index by index, so that to it one row at the top makes every other a new one.
 */
export function foldPages<Page extends ListPage>(
  before: Cached<Page> | undefined,
  { pages, pageParams }: Cached<Page>,
): Cached<Page> {
  const [old] = before?.pages ?? [];
  const newest = pages.at(-1);
  if (newest === undefined) return { pages, pageParams };
  const known = new Map(old?.items.map((row) => [row.id, row]));
  const rows = distinct(pages.flatMap(({ items }) => items));
  const items = rows.map((row) => replaceEqualDeep(known.get(row.id), row));
  // What was changed here, such as marked as read, is no news.
  const isRefresh = old !== undefined && pages.length === 1 && newest.changed === null;
  const changed = isRefresh ? changedRows(old, items) : [];
  const isSame = items.length === old?.items.length && items.every((row, at) => row === old.items[at]);
  const folded = { ...newest, items: isSame ? old.items : items, changed };
  if (before === undefined || !isSame) return { pages: [folded], pageParams: pageParams.slice(0, 1) };
  const page = replaceEqualDeep(old, folded);
  return page === old ? before : { pages: [page], pageParams: before.pageParams };
}

/** The ids of rows that came in or changed; what only follows the old end was merely not fetched yet. */
function changedRows(before: ListPage, items: ListPage["items"]): string[] {
  const old = new Map(before.items.map((row) => [row.id, row]));
  const end = before.nextCursor === null ? items.length : items.findLastIndex(({ id }) => old.has(id)) + 1;
  return items
    .slice(0, end)
    .filter((row) => old.get(row.id) !== row)
    .map(({ id }) => id);
}

/** A row that moved while the pages were fetched is on two of them: where it is now, and where it was. */
function distinct<Row extends { id: string }>(items: readonly Row[]): Row[] {
  return [...new Map(items.map((row) => [row.id, row])).values()];
}
