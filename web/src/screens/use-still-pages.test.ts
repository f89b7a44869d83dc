import { expect, test } from "vitest";
import { stillRows } from "./use-still-pages.ts";

const rows = (ids: string) => [...ids].map((id) => ({ id, value: "" }));
const still = (drawn: string, fresh: string, hasMore = false, before = drawn) => {
  const result = stillRows(rows(drawn), rows(before), rows(fresh), hasMore);
  return [result.rows.map(({ id }) => id).join(""), result.added.join(""), result.moved];
};

test.each([
  ["nothing happened", "abc", "abc", ["abc", "", 0]],
  ["one came in at the top", "abc", "xabc", ["abc", "x", 0]],
  ["some came in between", "abc", "axbyc", ["abc", "xy", 0]],
  ["one came in at the end, which moves nothing", "abc", "abcx", ["abcx", "", 0]],
  ["one moved up", "abcde", "dabce", ["abcde", "", 1]],
  ["one moved down", "abcde", "bcdae", ["abcde", "", 1]],
  ["two changed places with all between them", "abcde", "ebcda", ["abcde", "", 2]],
  ["all stand the other way round", "abc", "cba", ["abc", "", 2]],
  ["one went", "abc", "ac", ["abc", "", 1]],
  ["the last went", "abc", "ab", ["abc", "", 1]],
  ["one came, one went, one moved", "abcd", "xdab", ["abcd", "x", 2]],
  ["all are others", "ab", "xy", ["ab", "xy", 2]],
  ["all went", "ab", "", ["ab", "", 2]],
])("%s", (_, drawn, fresh, expected) => {
  expect(still(drawn, fresh)).toEqual(expected);
});

test("a row that fell off the end of the loaded part is neither gone nor moved", () => {
  expect(still("abcd", "xyab", true)).toEqual(["abcd", "xy", 0]);
  expect(still("abcd", "xacd", true)).toEqual(["abcd", "x", 1]);
});

test("the next page is added, without rows that already stand above", () => {
  expect(still("abcd", "abcdef", true)).toEqual(["abcdef", "", 0]);
  expect(still("abcd", "xabcdef", true, "xabc")).toEqual(["abcdef", "x", 0]);
  // Row c moved down, to the page that comes now.
  expect(still("abcd", "abdefc", true, "abd")).toEqual(["abcdef", "", 1]);
});

test("values change in place; a row that left keeps its last values and is listed as gone", () => {
  const standing = [
    { id: "a", value: "open" },
    { id: "b", value: "open" },
  ];
  const { rows, gone } = stillRows(standing, standing, [{ id: "b", value: "pending" }], false);
  expect(rows).toEqual([
    { id: "a", value: "open" },
    { id: "b", value: "pending" },
  ]);
  expect(gone).toEqual(["a"]);
  // The first row is only not fetched, the second only moved.
  expect(stillRows(standing, standing, [{ id: "a", value: "open" }], true).gone).toEqual([]);
  expect(stillRows(standing, standing, standing.toReversed(), false).gone).toEqual([]);
});

test("the result is the same for very many rows", () => {
  // With cubic work this many rows would exceed the test's time limit.
  const many = Array.from({ length: 5_000 }, (_, index) => ({ id: String(index) }));
  expect(stillRows(many, many, many.toReversed(), false).moved).toBe(4_999);
  expect(stillRows(many, many, [...many.slice(2_500), ...many.slice(0, 2_500)], false).moved).toBe(2_500);
});
