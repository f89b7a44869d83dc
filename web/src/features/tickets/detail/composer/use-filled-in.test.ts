import fc from "fast-check";
import { expect, test } from "vitest";
import { changedPart } from "./use-filled-in.ts";

test.each([
  ["", "abc", "abc"],
  ["ac", "abc", "b"],
  ["abc", "ac", ""],
  ["one two", "one three", "three".slice(1)],
  ["same", "same", ""],
])("of %j and %j it is %j", (before, text, part) => {
  const { start, end } = changedPart(before, text);
  expect(text.slice(start, end)).toBe(part);
});

test("is never longer than the text typed there", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (head, typed, tail) => {
      const text = head + typed + tail;
      const { start, end } = changedPart(head + tail, text);
      expect(end - start).toBe(typed.length);
      expect(text.slice(0, start) + text.slice(end)).toBe(head + tail);
    }),
  );
});
