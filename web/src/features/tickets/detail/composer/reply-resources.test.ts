import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import {
  appendBlock,
  keepResources,
  missingResources,
  missingResourcesText,
  readKeptResources,
} from "./reply-resources.ts";

const guide = { id: "r1", title: "Care guide", fileType: "pdf" } as const;

test("reads back what was stored, and stores nothing for an empty list", () => {
  expect(readKeptResources(keepResources([guide]))).toEqual([guide]);
  expect(keepResources([])).toBe("");
  expect(readKeptResources("")).toEqual([]);
});

test.each(["{", "null", '"text"', '{"id":"r1"}', '[null, 1, {"id":1,"title":"x","fileType":"pdf"}, {"id":"x"}]'])(
  "reads nothing out of %s",
  (kept) => expect(readKeptResources(kept)).toEqual([]),
);

const attached = [
  { id: "r1", title: "Care guide", fileType: "pdf" },
  { id: "r2", title: "Size chart", fileType: "image" },
] as const;
const refused = (data: { ids: string[] }) => new ORPCError("resource_not_found", { defined: true, data });

test("names the missing resources by title", () => {
  expect(missingResourcesText(refused({ ids: ["r2"] }), attached)).toMatch(/^“Size chart” was deleted .* Remove it/);
  expect(missingResourcesText(refused({ ids: ["r1", "r2"] }), attached)).toMatch(
    /^“Care guide”, “Size chart” were deleted .* Remove them/,
  );
  expect(missingResourcesText(refused({ ids: ["r9"] }), attached)).toMatch(/^An attached resource was deleted/);
});

test("ignores other errors", () => {
  for (const error of [null, new Error("x"), new ORPCError("ticket_archived", { defined: true, data: undefined })]) {
    expect(missingResources(error)).toEqual([]);
    expect(missingResourcesText(error, attached)).toBeNull();
  }
});

test("appends the block after an empty line, alone in an empty text, and never twice", () => {
  expect(appendBlock("Hi Ines,\n", "Guide\nRead it.")).toBe("Hi Ines,\n\nGuide\nRead it.");
  expect(appendBlock(" \n", "Guide")).toBe("Guide");
  const once = appendBlock("Hi", "Guide");
  expect(appendBlock(once, "Guide")).toBe(once);
});
