import { expect, test } from "vitest";
import {
  firstPosition,
  positionAfter,
  readPosition,
  restarted,
  type SyncPosition,
  unseen,
  writePosition,
} from "./sync-position.ts";

const at = (second: number) => new Date(Date.UTC(2026, 9, 1) + second * 1000).toISOString();
const order = (id: number, second: number) => ({ shopifyId: String(id), sortedBy: at(second) });

test("restores a stored position", () => {
  const position = positionAfter(firstPosition(at(0)), [order(1, 5), order(2, 5)], "abc");
  expect(readPosition(writePosition(position))).toEqual(position);
  expect(position).toEqual({ after: "abc", bound: at(0), last: at(5), atLast: ["1", "2"], paged: 2 });
});

test("begins a new search at the last order's time, and knows what was read of that second", () => {
  const first = positionAfter(firstPosition(null), [order(1, 9), order(2, 5)], "a");
  const second = positionAfter(first, [order(3, 5), order(4, 5)], "b");
  expect(restarted(second)).toEqual({ after: null, bound: at(5), last: at(5), atLast: ["2", "3", "4"], paged: 0 });
  expect(unseen(second, [order(4, 5), order(5, 5), order(6, 4)]).map(({ shopifyId }) => shopifyId)).toEqual(["5", "6"]);
});

test("begins again at the start when lost before the first page", () => {
  expect(restarted(firstPosition(at(3)))).toEqual(firstPosition(at(3)));
  expect(positionAfter(firstPosition(null), [], null)).toEqual(firstPosition(null));
});

/** Pages through orders placed at these seconds as Shopify does, at most `most` per search. */
function pageThrough(seconds: number[], size: number, most: number): string[] {
  const newest = seconds.map((second, id) => order(id, second)).toSorted((a, b) => (a.sortedBy < b.sortedBy ? 1 : -1));
  const read: string[] = [];
  let position: SyncPosition = firstPosition(null);
  for (let pages = 0; pages < 1_000; pages += 1) {
    const { after, bound } = position;
    const found = newest.filter(({ sortedBy }) => bound === null || sortedBy <= bound);
    const start = after === null ? 0 : Number(after);
    const page = found.slice(start, start + size);
    read.push(...unseen(position, page).map(({ shopifyId }) => shopifyId));
    if (start + size >= found.length) return read;
    position = positionAfter(position, page, String(start + size), most);
  }
  throw new Error("It goes on for ever");
}

test.each([
  ["each at its own second", Array.from({ length: 100 }, (_, second) => second)],
  ["three at each second", Array.from({ length: 100 }, (_, place) => Math.floor(place / 3))],
  ["all at one second", Array.from({ length: 100 }, () => 7)],
  ["a crowd in the middle", Array.from({ length: 100 }, (_, place) => (place < 20 ? place : place < 80 ? 20 : place))],
])("reads each order once with a new search every 10 orders: %s", (_, seconds) => {
  const read = pageThrough(seconds, 8, 10);
  expect(read).toHaveLength(100);
  expect(new Set(read).size).toBe(100);
});
