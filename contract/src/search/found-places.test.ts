import { expect, test } from "vitest";
import { foundPlaces } from "./found-places.ts";

const found = (text: string, typed: string) => foundPlaces(text, typed).map(({ start, end }) => text.slice(start, end));

test.each([
  ["Herr Müßig", "mussig", ["Müßig"]],
  ["Herr Müßig", "muessig", ["Müßig"]],
  ["Herr Muessig", "MÜSSIG", ["Muessig"]],
  ["Mu\u0308ßig und Müßig", "müß", ["Mu\u0308ß", "Müß"]],
  ["Straße 5", "strass", ["Straß"]],
  ["Søren Łoś", "los soren", ["Søren", "Łoś"]],
  ["ＡＢＣ", "abc", ["ＡＢＣ"]],
  ["jane and Jan", "jan jane", ["jane", "Jan"]],
  ["the red lamp, the lamp", "red lamp", ["red lamp"]],
  ["lampshade red", "red lamp", ["lamp", "red"]],
  ["bluejacket", "jacket", ["jacket"]],
  ["注文番号", "番号", ["番号"]],
  ["100% (a+b)", "(a+b)", ["(a+b)"]],
  ["\u{1f69a} lamp", "lamp", ["lamp"]],
  ["lamp", "torn", []],
  ["lamp", "  ", []],
  ["lamp", "\u0301", []],
])("in %j, %j is found as %j", (text, typed, expected) => {
  expect(found(text, typed)).toEqual(expected);
});
