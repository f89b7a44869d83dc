import { expect, test } from "vitest";
import { parseSearch } from "../address.ts";
import { addressOf, filterOfView, readViewedSearch } from "./viewed-address.ts";

test.each([
  [{}, ""],
  [{ view: "archive", status: ["closed", "resolved"] }, "?status=resolved,closed&view=archive"],
  [{ status: ["open"], priority: ["urgent"], search: "a & b" }, "?status=open&priority=urgent&q=a+%26+b"],
  [{ customer: "ann@c.test", category: ["Returns & Refunds"] }, "?category=Returns+%26+Refunds&customer=ann%40c.test"],
] as const)("a view of %j is the list of %s", (filter, address) => {
  expect(addressOf(filterOfView(structuredClone(filter) as Parameters<typeof filterOfView>[0]))).toBe(address);
});

test("a link names its view beside what it shows itself", () => {
  expect(readViewedSearch(parseSearch("?saved=abc&status=open,nonsense"))).toEqual({ saved: "abc", status: ["open"] });
  expect(readViewedSearch(parseSearch("?saved="))).toEqual({});
});
