import { expect, test } from "vitest";
import { keepResources, readKeptResources } from "./kept-resources.ts";

const guide = { id: "r1", title: "Care guide", fileType: "pdf" } as const;

test("comes back as it was kept, and nothing is kept as nothing", () => {
  expect(readKeptResources(keepResources([guide]))).toEqual([guide]);
  expect(keepResources([])).toBe("");
  expect(readKeptResources("")).toEqual([]);
});

test.each(["{", "null", '"text"', '{"id":"r1"}', '[null, 1, {"id":1,"title":"x","fileType":"pdf"}, {"id":"x"}]'])(
  "reads nothing out of %s",
  (kept) => expect(readKeptResources(kept)).toEqual([]),
);
