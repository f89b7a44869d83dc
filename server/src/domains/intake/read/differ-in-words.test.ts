import { expect, test } from "vitest";
import { differInWords } from "./read-mail.ts";

test.each([
  ["The lamp is broken", "The lamp is fine"],
  ["Please see the HTML version of this mail", "Your invoice of May is attached"],
  ["Yes", "No"],
])("tells %j from %j", (one, other) => {
  expect(differInWords(one, other)).toBe(true);
  expect(differInWords(other, one)).toBe(true);
});

test.each([
  ["The *lamp* is broken", "The lamp\nis   broken"],
  ["See our site <https://shop.example/a?b=c>", "See our site"],
  ["Look [image: lamp.png]", "Look"],
  ["- one\n- two", "one two"],
])("takes %j and %j for the same", (one, other) => {
  expect(differInWords(one, other)).toBe(false);
});
