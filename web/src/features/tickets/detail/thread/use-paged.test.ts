import { expect, test } from "vitest";
import { followNewest, type Page, prependPage, replaceItem, startPaging } from "./use-paged.tsx";

type Item = { id: string; text: string };
const item = (id: number, text = "as it was"): Item => ({ id: `m${id}`, text });
const items = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => item(from + i));
const page = (from: number, to: number, hasOlder = true): Page<Item> => ({ items: items(from, to), hasOlder });
const ids = (state: { items: Item[] }) => state.items.map(({ id }) => Number(id.slice(1)));

test("keeps older items when the newest page moves on", () => {
  const loaded = prependPage(startPaging(page(51, 100)), page(1, 50, false));
  const followed = followNewest(loaded, page(53, 102));
  expect(ids(followed)).toEqual(ids(page(1, 102)));
  expect(followed.hasOlder).toBe(false);
});

test("takes changes from the newest page", () => {
  const changed = { items: [item(1), item(2, "changed")], hasOlder: false };
  expect(followNewest(startPaging(page(1, 2, false)), changed).items[1]?.text).toBe("changed");
});

test("starts over rather than leave a gap", () => {
  const followed = followNewest(startPaging(page(51, 100)), page(151, 200));
  expect(ids(followed)).toEqual(ids(page(151, 200)));
  expect(followed.hasOlder).toBe(true);
});

test("keeps a page that comes twice only once", () => {
  const older = page(1, 50, false);
  expect(ids(prependPage(prependPage(startPaging(page(51, 60)), older), older))).toHaveLength(60);
});

test("replaces an item outside the newest page", () => {
  const loaded = prependPage(startPaging(page(51, 60)), page(1, 50, false));
  const replaced = replaceItem(loaded, item(3, "changed"));
  expect(replaced.items[2]?.text).toBe("changed");
  expect(replaced.items).toHaveLength(60);
});

test("starts over when an item was added among older ones, but not when only the newest page grew", () => {
  const counted = (from: number, to: number, count: number) => ({ ...page(from, to), count });
  const loaded = prependPage(startPaging(counted(51, 100, 100)), page(11, 50));
  expect(ids(followNewest(loaded, counted(52, 101, 101)))).toEqual(ids(page(11, 101)));
  const late = followNewest(loaded, counted(51, 100, 101));
  expect(ids(late)).toEqual(ids(page(51, 100)));
  expect(ids(followNewest(late, counted(52, 101, 102)))).toEqual(ids(page(51, 101)));
});
