import { beforeEach, expect, test } from "vitest";
import {
  chooseAll,
  chooseTo,
  chosenIds,
  clearChosen,
  extendChosen,
  numberOf,
  setOrder,
  toggleChosen,
} from "./chosen-tickets.ts";

const rowsOf = (ids: string) => [...ids].map((id) => ({ id, ticketNumber: id.charCodeAt(0) }));

beforeEach(() => {
  clearChosen();
  setOrder(rowsOf("abcdefgh"));
});

/** Walks with Shift and an arrow from the first of these rows to the last. */
function walk(rows: string): void {
  for (const [at, row] of [...rows].entries()) if (at > 0) extendChosen(rows.charAt(at - 1), row);
}
const chosen = () => [...chosenIds()].sort().join("");

test.each([
  ["b", ""],
  ["bc", "bc"],
  ["bcde", "bcde"],
  ["bcdedc", "bc"],
  ["bcb", "b"],
  ["bcbab", "b"],
  ["bcba", "ab"],
  ["dcba", "abcd"],
  ["dcbabc", "cd"],
  ["dcbabcdef", "def"],
])("Shift and arrows along %s choose %s", (rows, expected) => {
  walk(rows);
  expect(chosen()).toBe(expected);
});

test("shrinking a range keeps what was selected before it", () => {
  toggleChosen("d");
  walk("bcdefedc");
  expect(chosen()).toBe("bcd");
  walk("cb");
  expect(chosen()).toBe("bd");
});

test("x starts a range, and a range started elsewhere keeps the last one", () => {
  toggleChosen("b");
  walk("bcd");
  walk("fgh");
  expect(chosen()).toBe("bcdfgh");
  walk("hg");
  expect(chosen()).toBe("bcdfg");
});

test("Shift with a click or x redraws the last range", () => {
  toggleChosen("c");
  chooseTo("f");
  expect(chosen()).toBe("cdef");
  chooseTo("d");
  expect(chosen()).toBe("cd");
  chooseTo("a");
  expect(chosen()).toBe("abc");
  walk("ab");
  expect(chosen()).toBe("bc");
});

test("without an anchor in the list a range is one row, and rows that left are deselected", () => {
  chooseTo("c");
  expect(chosen()).toBe("c");
  walk("cde");
  setOrder(rowsOf("abdefgh"));
  chooseTo("g");
  expect(chosen()).toBe("deg");
  chooseAll([..."ab"]);
  chooseTo("e");
  expect(chosen()).toBe("abe");
});

test("a removed row keeps its number", () => {
  setOrder(rowsOf("b"));
  expect([numberOf("a"), numberOf("b"), numberOf("z")]).toEqual([97, 98, null]);
});
