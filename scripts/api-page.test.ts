import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findBreaks } from "./api/find-breaks.ts";
import type { EndpointPromise, Field } from "./api/read-v1.ts";
import { referencePage, targets, v1Now, v1Promised } from "./generate-api.ts";

test("nothing that programs were promised in /api/v1 is removed, renamed, narrowed or newly required", () => {
  const goOn = "keep what was promised beside what is new: docs/api.md, What stays";
  expect(findBreaks(v1Promised(), v1Now()), goOn).toEqual([]);
});

test("contract/v1.json and docs/api-reference.md are up to date with the contract (node scripts/generate-api.ts)", () => {
  expect(v1Now()).toEqual(v1Promised());
  expect(readFileSync(targets.page, "utf8")).toBe(referencePage(v1Now()));
});

const text = (more: Partial<Field> = {}): Field => ({ types: ["string"], isRequired: true, ...more });
const promised: EndpointPromise = {
  request: "GET /things",
  scope: "tickets:read",
  errors: [],
  input: { kind: text({ values: ["a", "b"] }), more: text({ isRequired: false, most: 10 }) },
  output: { name: text(), state: text({ values: ["on", "off"] }) },
};
const breaksOf = (changes: Partial<EndpointPromise>) =>
  findBreaks({ "things.list": promised }, { "things.list": { ...promised, ...changes } });

test("a break is named by its endpoint and field", () => {
  const { input, output } = promised;
  expect(findBreaks({ "things.list": promised }, {})).toEqual(["things.list was removed"]);
  expect(breaksOf({ request: "GET /stuff", scope: "orders:read" })).toHaveLength(2);
  expect(breaksOf({ input: { kind: text({ values: ["a"] }), more: text({ most: 5 }) } })).toEqual([
    "things.list, input: kind no longer takes b",
    "things.list, input: more is required",
    "things.list, input: more takes less than before",
  ]);
  expect(breaksOf({ input: { ...input, extra: text() } })).toEqual(["things.list, input: extra is new and required"]);
  expect(
    breaksOf({ output: { state: text({ types: ["null", "string"], isRequired: false, values: ["on"] }) } }),
  ).toEqual([
    "things.list, output: name was removed",
    "things.list, output: state may be absent",
    "things.list, output: state may be of the type null",
    "things.list, output: state has lost the value off",
  ]);
  expect(breaksOf({ output: { ...output, state: text() } })).toEqual([]);
});

test("what is added breaks nothing", () => {
  const { input, output } = promised;
  const added = {
    input: {
      ...input,
      kind: text({ values: ["a", "b", "c"] }),
      extra: text({ isRequired: false }),
      "extra.name": text(),
    },
    output: { ...output, extra: text(), state: text({ values: ["on", "off", "new"] }) },
  };
  expect(breaksOf(added)).toEqual([]);
});
