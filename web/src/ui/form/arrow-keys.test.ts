import { expect, test } from "vitest";
import { arrowStep } from "./arrow-keys.ts";

const press = (key: string, held: { shiftKey?: boolean } = {}) => {
  return { key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...held };
};

test.each([
  ["ArrowDown", 0, {}, 1],
  ["ArrowUp", 2, {}, 1],
  ["Home", 2, {}, 0],
  ["End", 0, {}, 2],
  ["ArrowDown", 2, {}, null],
  ["ArrowDown", 2, { wraps: true }, 0],
  ["ArrowUp", 0, { wraps: true }, 2],
  ["ArrowRight", 0, {}, null],
  ["ArrowRight", 0, { axis: "horizontal" }, 1],
  ["ArrowDown", 0, { axis: "horizontal" }, null],
  ["Enter", 0, {}, null],
] as const)("%s from %i with %o leads to %s", (key, at, options, index) => {
  expect(arrowStep(press(key), at, 3, options)).toBe(index);
});

test("with another key held, or in an empty list, a key leads nowhere", () => {
  expect(arrowStep(press("ArrowDown", { shiftKey: true }), 0, 3)).toBeNull();
  expect(arrowStep(press("Home"), 0, 0)).toBeNull();
});
