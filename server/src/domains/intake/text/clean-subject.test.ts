import { expect, test } from "vitest";
import { cleanSubject } from "./clean-subject.ts";

test.each([
  ["Where is my order?", "Where is my order?"],
  ["Re: Where is my order?", "Where is my order?"],
  ["RE: FW: Fwd: re : Where is my order?", "Where is my order?"],
  ["Re[2]: Order #1042", "Order #1042"],
  ["Fwd:Re:Order", "Order"],
  ["Reorder of shoes", "Reorder of shoes"],
  ["Refund: 20 EUR", "Refund: 20 EUR"],
  ["  Two   spaces\tand a tab ", "Two spaces and a tab"],
  ["", "No Subject"],
  ["   ", "No Subject"],
  ["Re:", "No Subject"],
  ["x".repeat(100), "x".repeat(100)],
  ["x".repeat(101), `${"x".repeat(97)}...`],
  [`Re: ${"é".repeat(120)}`, `${"é".repeat(97)}...`],
  ["😀".repeat(101), `${"😀".repeat(97)}...`],
])("cleans %j", (subject, expected) => {
  expect(cleanSubject(subject)).toBe(expected);
});
