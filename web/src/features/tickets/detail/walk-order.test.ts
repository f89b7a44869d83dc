import { expect, test } from "vitest";
import { walkOrder } from "./walk-order.ts";

const order = (before: string, visited: string, now: string) =>
  walkOrder([...before], new Set(visited), [...now]).join("");

test.each([
  ["at first it is the list's", "", "", "abc", "abc"],
  ["what was visited and left keeps its place", "abcd", "b", "acd", "abcd"],
  ["also at the top, and at the end", "abc", "ac", "b", "abc"],
  ["two that left together keep their order", "abcd", "bc", "ad", "abcd"],
  ["what left unvisited is gone", "abcd", "a", "acd", "acd"],
  ["what came in stands where the list has it", "abc", "b", "xac", "xabc"],
  ["what moved is where it is now", "abc", "abc", "cab", "cab"],
  ["of an empty list the visited ones remain", "abc", "b", "", "b"],
])("%s", (_name, before, visited, now, wanted) => {
  expect(order(before, visited, now)).toBe(wanted);
});
