import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import { missingResources, missingResourcesText } from "./missing-resources.ts";

const attached = [
  { id: "r1", title: "Care guide", fileType: "pdf" },
  { id: "r2", title: "Size chart", fileType: "image" },
] as const;
const refused = (data: unknown) => new ORPCError("resource_not_found", { status: 404, data });

test("names what is missing, by its title", () => {
  expect(missingResourcesText(refused({ ids: ["r2"] }), attached)).toMatch(/^“Size chart” was deleted .* Remove it/);
  expect(missingResourcesText(refused({ ids: ["r1", "r2"] }), attached)).toMatch(
    /^“Care guide”, “Size chart” were deleted .* Remove them/,
  );
  expect(missingResourcesText(refused({ ids: ["r9"] }), attached)).toMatch(/^An attached resource was deleted/);
});

test("finds nothing in other errors and in odd data", () => {
  for (const error of [null, new Error("x"), new ORPCError("ticket_archived"), refused(null), refused({ ids: "r1" })]) {
    expect(missingResources(error)).toEqual([]);
    expect(missingResourcesText(error, attached)).toBeNull();
  }
});
