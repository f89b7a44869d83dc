import { permissionsOf, type Role } from "@deskhand/contract/permissions";
import { expect, test } from "vitest";
import { parseSearch } from "./address.ts";
import {
  addressInstead,
  addressOf,
  filterOfView,
  offeredSections,
  readViewedSearch,
  sectionIds,
  sections,
} from "./sections.ts";

const offeredTo = (role: Role) => offeredSections((permission) => permissionsOf[role].includes(permission));

test("users see the sections they may open, and no others", () => {
  expect(offeredTo("admin")).toEqual(sectionIds);
  expect(offeredTo("agent")).toEqual(sectionIds);
  expect(offeredTo("supervisor")).toEqual(offeredTo("agent"));
});

test("each section has its own URL and letter", () => {
  const all = sectionIds.map((id) => sections[id]);
  expect(new Set(all.map(({ path }) => path)).size).toBe(sectionIds.length);
  expect(new Set(all.map(({ key }) => key)).size).toBe(sectionIds.length);
});

test.each([
  ["/dashboard?section=tickets", "/dashboard/tickets"],
  [
    "/dashboard?section=tickets&status=open,urgent&q=a%26b&ticket=7f#reply",
    "/dashboard/tickets?status=open,urgent&q=a%26b&ticket=7f#reply",
  ],
  ["/dashboard?settings=sessions&section=messages", "/dashboard/messages?settings=sessions"],
  ["/dashboard?section=dashboard&ticket=7f", "/dashboard?ticket=7f"],
  ["/dashboard?section=secret&ticket=7f", "/dashboard?ticket=7f"],
  ["/dashboard?ticket=7f#reply", null],
  ["/dashboard/tickets?section=orders", null],
])("%s, an address as it was once, leads to %s", (old, now) => {
  expect(addressInstead(old)).toBe(now);
});

test.each([
  [{}, ""],
  [{ view: "archive", status: ["closed", "resolved"] }, "?status=resolved,closed&view=archive"],
  [{ status: ["open"], priority: ["urgent"], search: "a & b" }, "?status=open&priority=urgent&q=a+%26+b"],
  [{ customer: "ann@c.test", category: ["Returns & Refunds"] }, "?category=Returns+%26+Refunds&customer=ann%40c.test"],
] as const)("a view of %j is the list of %s", (filter, address) => {
  expect(addressOf(filterOfView(structuredClone(filter) as Parameters<typeof filterOfView>[0]))).toBe(address);
});

test("a link names its view and its own filter", () => {
  expect(readViewedSearch(parseSearch("?saved=abc&status=open,nonsense"))).toEqual({ saved: "abc", status: ["open"] });
  expect(readViewedSearch(parseSearch("?saved="))).toEqual({});
});
