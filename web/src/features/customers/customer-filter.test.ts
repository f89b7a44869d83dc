import { expect, test } from "vitest";
import { filterOfSearch, listInput, readCustomersSearch, searchOfFilter } from "./customer-filter.ts";

test("the address holds the filter, without what is the default, and nothing in a link breaks the screen", () => {
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

test("the server is asked for what is asked here", () => {
  expect(listInput({ search: "", kind: "all" })).toEqual({ kind: "all" });
  expect(listInput({ search: "ann", kind: "store" })).toEqual({ search: "ann", kind: "store" });
});
