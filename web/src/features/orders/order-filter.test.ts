import { expect, test } from "vitest";
import { filterOfSearch, isFiltered, listInput, readOrdersSearch, searchOfFilter, wholeList } from "./order-filter.ts";

test("the URL holds the filter without defaults, and ignores unknown values", () => {
  expect(readOrdersSearch({ q: "#1042", status: "paid", cursor: "x" })).toEqual({ q: "#1042", status: "paid" });
  expect(readOrdersSearch({ q: ["a"], status: "toString" })).toEqual({});
  for (const filter of [{ search: "ann", status: "partially_refunded" }, wholeList] as const) {
    expect(filterOfSearch(readOrdersSearch({ ...searchOfFilter(filter) }))).toEqual(filter);
  }
  expect(filterOfSearch({ q: "  " })).toEqual(wholeList);
});

test("sends only the filters that are set", () => {
  expect(listInput(wholeList)).toEqual({});
  expect(listInput({ search: "ann", status: "paid" })).toEqual({ search: "ann", status: "paid" });
  expect([isFiltered(wholeList), isFiltered({ search: "", status: "paid" })]).toEqual([false, true]);
});
