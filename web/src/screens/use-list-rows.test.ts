import { expect, test } from "vitest";
import { indexIn } from "./use-list-rows.ts";

const before = ["a", "b", "c", "d"];

test.each([
  ["where it is, wherever it was", "c", ["x", "a", "c"], 2],
  ["where what followed it is, once it has left", "b", ["x", "a", "c", "d"], 2],
  ["where what is left of what followed it is", "b", ["a", "d"], 1],
  ["where what stood ahead of it is, when it was the last", "d", ["a", "b", "c"], 2],
  ["at the top of another list", "b", ["x", "y"], 0],
  ["at the top of an empty list", "b", [], 0],
  ["at the top, when it was never there", "z", before, 0],
])("the index is %s", (_, id, now, index) => {
  expect(indexIn(id, before, now)).toBe(index);
});
