import { expect, test } from "vitest";
import { closestWord } from "./parse-search.ts";

test.each([
  ["lapm", ["lamp", "lapis"], "lamp"],
  ["kamp", ["lamp"], "lamp"],
  ["delivry", ["delivery", "driver"], "delivery"],
  ["refnud", ["refund"], "refund"],
  ["muller", ["keller"], null],
  ["muller", ["mueller", "keller"], "mueller"],
  ["lamp", ["lumen"], null],
])("for %j among %j picks %j", (typed, words, likestWord) => {
  expect(closestWord(typed, words)).toBe(likestWord);
});
