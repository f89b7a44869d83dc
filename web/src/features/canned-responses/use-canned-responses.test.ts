import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { expect, test } from "vitest";
import { categoriesOf, findResponses } from "./use-canned-responses.ts";

const response = (fields: Partial<CannedResponse>): CannedResponse => ({
  id: fields.title ?? "",
  title: "",
  content: "",
  category: "Shipping",
  tags: [],
  actions: [],
  isOwn: false,
  teamId: null,
  key: null,
  uses: null,
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: "2026-11-01T00:00:00.000Z",
  ...fields,
});
const late = response({ title: "Late parcel", content: "We are sorry" });
const refund = response({ title: "Refund", category: "Returns", tags: ["Money back"] });

test("finds all words anywhere, case-insensitively", () => {
  expect(findResponses([late, refund], "SORRY late")).toEqual([late]);
  expect(findResponses([late, refund], "money returns")).toEqual([refund]);
  expect(findResponses([late, refund], "money parcel")).toEqual([]);
});

test("filters by category", () => {
  expect(findResponses([late, refund], "", "Returns")).toEqual([refund]);
  expect(findResponses([late, refund], " ", "")).toEqual([late, refund]);
  expect(categoriesOf([refund, late, late])).toEqual(["Returns", "Shipping"]);
});
