import { expect, test } from "vitest";
import { countChanges } from "./local/edit.ts";

test.each([
  ["nothing", "The lamp is here.", "The lamp is here.", 0],
  ["one word", "Teh lamp is here.", "The lamp is here.", 1],
  ["a word that became two", "We dont know.", "We do not know.", 1],
  ["two words beside each other", "i dont know", "I don't know", 2],
  ["a blank", "The lamp  is here .", "The lamp is here.", 2],
  ["a word put in", "The is here.", "The lamp is here.", 1],
])("%s: %j becomes %j", (_, before, after, count) => {
  expect(countChanges(before, after)).toBe(count);
});

test("texts with nothing in common are counted by their words", () => {
  const [before, after] = ["alpha ".repeat(1_000), "beta ".repeat(500)];
  expect(countChanges(before, after)).toBe(500);
});
