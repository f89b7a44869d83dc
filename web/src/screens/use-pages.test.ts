import { expect, test, vi } from "vitest";
import { fetchFromTop, foldPages, type Loaded } from "./use-pages.ts";

interface Row {
  id: string;
  messages: number;
}
interface Page {
  items: Row[];
  nextCursor: string | null;
  total: number;
}

const row = (n: number, messages = 1): Row => ({ id: `id-${n}`, messages });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => row(from + i));
const list = (items: Row[], nextCursor: string | null = null): Page => ({ items, nextCursor, total: items.length });
const inCache = (changed: Loaded<Page>["changed"], pages: Page[]) => ({
  pages: pages.map((page): Loaded<Page> => ({ ...page, changed })),
  pageParams: pages.map(() => null),
});
const cached = (...pages: Page[]) => inCache([], pages);
const fetched = (...pages: Page[]) => inCache(null, pages);
const ids = (items: readonly Row[] | undefined) => items?.map(({ id }) => id);

/** Returns a list after a refresh brought `now`. */
function refreshed(before: Page, now: Page): Loaded<Page> | undefined {
  return foldPages(cached(before), fetched(now)).pages[0];
}

/** A server that has `rows` and counts its responses. */
function serverOf(rows: Row[]) {
  return vi.fn(async ({ cursor = "0", limit }: { cursor?: string; limit: number }): Promise<Page> => {
    const end = Number(cursor) + limit;
    return list(rows.slice(Number(cursor), end), end < rows.length ? String(end) : null);
  });
}

test("the first load asks for one page of 20", async () => {
  const server = serverOf(range(1, 50));
  const loaded = await fetchFromTop(0, server);
  expect(server.mock.calls).toEqual([[{ limit: 20 }]]);
  expect([loaded.items.length, loaded.nextCursor]).toEqual([20, "20"]);
});

test("a refresh brings back as much as was loaded, in large pages", async () => {
  const server = serverOf(range(1, 500));
  const loaded = await fetchFromTop(240, server);
  expect(server.mock.calls.map(([page]) => page.limit)).toEqual([100, 100, 40]);
  expect(ids(loaded.items)).toEqual(ids(range(1, 240)));
});

test("a list that was loaded to its end still is after a row comes in", async () => {
  const server = serverOf(range(1, 59));
  const loaded = await fetchFromTop(58, server);
  expect(server.mock.calls).toEqual([[{ limit: 60 }]]);
  expect(refreshed(list(range(2, 59)), loaded)).toMatchObject({ nextCursor: null, changed: ["id-1"] });
});

test("a refresh stops early if the list has become shorter", async () => {
  const loaded = await fetchFromTop(150, serverOf(range(1, 30)));
  expect([loaded.items.length, loaded.nextCursor]).toEqual([30, null]);
});

test("new and changed rows are reported, but not rows that were not loaded before", () => {
  const before = [row(3), row(2), row(1)];
  const after = list([row(4), row(3), row(2, 2), row(1), row(0)]);
  expect(refreshed(list(before, "3"), after)?.changed).toEqual(["id-4", "id-2"]);
  expect(refreshed(list(before), after)?.changed).toEqual(["id-4", "id-2", "id-0"]);
  expect(refreshed(list(before, "3"), list([row(9)]))?.changed).toEqual([]);
  expect(foldPages(undefined, fetched(after)).pages[0]?.changed).toEqual([]);
});

test("the next page is added at the end once, with its newer totals", () => {
  const before = cached(list(range(1, 3), "3"));
  const folded = foldPages(before, fetched(list(range(1, 3), "3"), { ...list(range(3, 5)), total: 7 }));
  expect(folded.pages).toHaveLength(1);
  expect(folded.pageParams).toEqual([null]);
  expect(ids(folded.pages[0]?.items)).toEqual(ids(range(1, 5)));
  expect(folded.pages[0]).toMatchObject({ total: 7, nextCursor: null, changed: [] });
});

test("rows that moved down remain the same objects, a changed one does not", () => {
  const before = list(range(1, 3));
  const items = refreshed(before, list([row(4), row(1), row(2, 2), row(3)]))?.items ?? [];
  expect([items[1] === before.items[0], items[2] === before.items[1], items[3] === before.items[2]]).toEqual([
    true,
    false,
    true,
  ]);
  expect(items.map(({ messages }) => messages)).toEqual([1, 1, 2, 1]);
});

test("an unchanged list remains the same object", () => {
  const before = cached(list(range(1, 3), "3"));
  expect(foldPages(before, fetched(list(range(1, 3), "3")))).toBe(before);
  const more = foldPages(before, fetched({ ...list(range(1, 3), "3"), total: 9 }));
  expect(more.pages[0]).toEqual({ ...before.pages[0], total: 9 });
});

test("a change in the cache itself is not reported as new", () => {
  const marked = cached(list([row(1, 9), row(2)]));
  expect(foldPages(cached(list([row(1), row(2)])), marked).pages[0]).toMatchObject({
    items: [row(1, 9), row(2)],
    changed: [],
  });
});
