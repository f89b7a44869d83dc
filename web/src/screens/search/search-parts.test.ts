import { expect, test } from "vitest";
import { chipsOf, partsOf, type SearchParts, searchOf, typedParts, withoutChip } from "./search-parts.ts";

const empty: SearchParts = { filters: [], text: "" };
const labels = ({ filters, text }: SearchParts) => [...filters.map(({ label }) => label), text];

/** Types one letter after another at the end. */
function typed(letters: string, from = empty): SearchParts {
  return [...letters].reduce((parts, letter) => typedParts(parts, parts.text + letter, true), from);
}

test("an existing search has all its filters as chips, and stays the same search", () => {
  const parts = partsOf('lamp from:"Anna Berg" torn before:2026-05');
  expect(labels(parts)).toEqual(["from: Anna Berg", "before: 2026-05", "lamp torn"]);
  expect(searchOf(parts)).toBe('from:"Anna Berg" before:2026-05 lamp torn');
  expect(partsOf(searchOf(parts))).toEqual(parts);
});

test("a filter becomes a chip once more is typed behind it, but is searched for earlier", () => {
  expect(labels(typed("from:anna"))).toEqual(["from:anna"]);
  expect(chipsOf(typed("from:anna")).map(({ label }) => label)).toEqual(["from: anna"]);
  expect(labels(typed("from:anna "))).toEqual(["from: anna", ""]);
  expect(labels(typed("from:anna lamp"))).toEqual(["from: anna", "lamp"]);
  expect(labels(typed("lamp tag:vip torn status:open "))).toEqual(["tag: vip", "status: open", "lamp torn "]);
  expect(labels(typed('from:"Anna Berg" la'))).toEqual(["from: Anna Berg", "la"]);
  expect(labels(typed('from:"Anna Be'))).toEqual(['from:"Anna Be']);
  expect(labels(typed("before:20 lamp"))).toEqual(["before:20 lamp"]);
  expect(labels(typed("from: anna "))).toEqual(["from: anna "]);
});

test("a filter typed in the middle of a text stays there, at the cursor", () => {
  const parts = typedParts(empty, "tag:vip lamp", false);
  expect(labels(parts)).toEqual(["tag:vip lamp"]);
  expect(labels(typed(" torn", parts))).toEqual(["tag: vip", "lamp torn"]);
});

test("a space between words stays where it is typed", () => {
  expect(typed("lamp ").text).toBe("lamp ");
  expect(typed("lamp  torn").text).toBe("lamp  torn");
});

test("a filter occurs once, and is removed from wherever it stands", () => {
  const parts = typed("tag:vip tag:vip lamp tag:gift");
  expect(labels(parts)).toEqual(["tag: vip", "lamp tag:gift"]);
  const [vip, gift] = chipsOf(parts);
  if (!vip || !gift) throw new Error("Two chips are expected");
  expect(labels(withoutChip(parts, vip))).toEqual(["lamp tag:gift"]);
  expect(labels(withoutChip(parts, gift))).toEqual(["tag: vip", "lamp"]);
});
