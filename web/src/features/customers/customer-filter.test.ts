import { expect, test } from "vitest";
import { filterOfSearch, listInput, readCustomersSearch, searchOfFilter } from "./customer-filter.ts";

test("the URL holds the filter without defaults, and ignores unknown values", () => {
  expect(readCustomersSearch({ q: "ann", kind: "store", cursor: "x" })).toEqual({ q: "ann", kind: "store" });
  expect(readCustomersSearch({ q: ["a"], kind: "everybody" })).toEqual({});
  for (const filter of [
    { search: "ann", kind: "other" },
    { search: "", kind: "all" },
  ] as const) {
    expect(filterOfSearch(readCustomersSearch({ ...searchOfFilter(filter) }))).toEqual(filter);
  }
  expect(searchOfFilter({ search: "", kind: "all" })).toEqual({ q: "" });
  expect(filterOfSearch({ q: "  " })).toEqual({ search: "", kind: "all" });
});

test("sends only the filters that are set", () => {
  expect(listInput({ search: "", kind: "all" })).toEqual({ kind: "all" });
  expect(listInput({ search: "ann", kind: "store" })).toEqual({ search: "ann", kind: "store" });
});
