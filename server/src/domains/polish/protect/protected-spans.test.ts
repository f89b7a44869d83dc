import { expect, test } from "vitest";
import { protectedSpans } from "./protected-spans.ts";

const names = ["Jane Doe", "Will", "Halo Table Lamp"];
const protectedIn = (text: string) => protectedSpans(text, names).map(({ start, end }) => text.slice(start, end));

test.each([
  ["Order #1042, $12.50 (SKU MB-204-GRY).", ["#1042", "$12.50", "SKU MB-204-GRY"]],
  ["It is DE89 3704 0044 0532 0130 00.", ["DE89 3704 0044 0532 0130 00"]],
  ["See https://shop.example/a, or shop.example.", ["https://shop.example/a", "shop.example"]],
  ["We said days.thank you, e.g. at 5 p.m. there.", ["e.g.", "5 p.m."]],
  ["JANE DOE and the halo table lamp, jane doe's.", ["JANE DOE", "halo table lamp", "jane doe"]],
  ["Will it? It will, Will.", ["Will", "Will"]],
  ['He "dont" said that.', ['"dont"']],
  ["A {{customer.first_name}} and a {brace}.", ["{{customer.first_name}}"]],
  ["Hi jane,\n\nall is well.\n\nBest regards\njane from the shop", ["jane", "\njane from the shop"]],
])("%j protects %j", (text, wanted) => {
  expect(protectedIn(text)).toEqual(wanted);
});

// This runs on the server's main thread, where a pattern that backtracks a lot would hold up everybody.
test.each([
  "a",
  "a.",
  "a@",
  "{{",
  "{{a",
  "“a",
  '"',
  " 'a",
  "\n",
  ">\n",
  "hi a\n",
  "---\n",
  "View Document:\n",
  "`",
  "ก",
  "A.",
  "=",
  "_",
  "\u200b",
])("400,000 characters of %j are read in time, as quadratic work would not be", (piece) => {
  expect(() => protectedSpans(piece.repeat(400_000 / piece.length), names)).not.toThrow();
});
