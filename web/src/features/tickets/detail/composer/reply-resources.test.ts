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

test("comes back as it was kept, and nothing is kept as nothing", () => {
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

test("names what is missing, by its title", () => {
  expect(missingResourcesText(refused({ ids: ["r2"] }), attached)).toMatch(/^“Size chart” was deleted .* Remove it/);
  expect(missingResourcesText(refused({ ids: ["r1", "r2"] }), attached)).toMatch(
    /^“Care guide”, “Size chart” were deleted .* Remove them/,
  );
  expect(missingResourcesText(refused({ ids: ["r9"] }), attached)).toMatch(/^An attached resource was deleted/);
});

test("finds nothing in other errors", () => {
  for (const error of [null, new Error("x"), new ORPCError("ticket_archived", { defined: true, data: undefined })]) {
    expect(missingResources(error)).toEqual([]);
    expect(missingResourcesText(error, attached)).toBeNull();
  }
});

test("stands after the text with a line between, alone in an empty one, and never twice", () => {
  expect(appendBlock("Hi Ines,\n", "Guide\nRead it.")).toBe("Hi Ines,\n\nGuide\nRead it.");
  expect(appendBlock(" \n", "Guide")).toBe("Guide");
  const once = appendBlock("Hi", "Guide");
  expect(appendBlock(once, "Guide")).toBe(once);
});
