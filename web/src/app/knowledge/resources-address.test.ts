import { expect, test } from "vitest";
import {
  cleared,
  countFilters,
  filterOfSearch,
  listInput,
  type ResourceListFilter,
  readResourcesSearch,
  searchOfFilter,
  wholeList,
} from "../../features/knowledge/list/resource-list-filter.ts";
import { parseSearch, stringifySearch } from "../address.ts";

const all: ResourceListFilter = {
  search: "lamp & shade",
  category: "Company Policies",
  fileType: "pdf",
  tags: ["E27", "returns, EU", "100 %", "50%2C off", "🧶", "صوف"],
  order: "match",
};

/** Returns the filter of a URL's query. */
const filterIn = (query: string) => filterOfSearch(readResourcesSearch(parseSearch(query)));

test.each([wholeList, all, { ...wholeList, tags: [","] }, { ...wholeList, order: "used" as const }])(
  "the address holds the filter, whatever its tags are: %j",
  (filter) => expect(filterIn(stringifySearch(searchOfFilter(filter)))).toEqual(filter),
);

test("omits defaults from the URL", () => {
  expect(stringifySearch(searchOfFilter(wholeList))).toBe("");
});

test("no link breaks the screen", () => {
  expect(filterIn("?category=Nothing&type=exe&sort=random&tags=,,%20,a,a&q=%20%20")).toEqual({
    ...wholeList,
    tags: ["a"],
  });
  expect(filterIn(`?tags=${"x".repeat(51)},%,%25,%E0%A4%A`).tags).toEqual(["%", "\ufffd%A"]);
  expect(filterIn(`?q=${"a".repeat(500)}`).search).toHaveLength(200);
  expect(filterIn(`?tags=${Array.from({ length: 40 }, (_, at) => `t${at}`).join(",")}`).tags).toHaveLength(20);
  expect(readResourcesSearch({ resourceId: ["x"], edit: 7, history: "yes" })).toEqual({});
});

test("counts all filters, and clears all but the order", () => {
  expect([countFilters(wholeList), countFilters(all)]).toEqual([0, 9]);
  expect(cleared({ ...all, order: "used" })).toEqual({ ...wholeList, order: "used" });
  expect(cleared(all)).toEqual(wholeList);
});

test("sends only the filters that are set", () => {
  expect(listInput(wholeList)).toEqual({ sort: "updated" });
  expect(listInput({ ...all, tags: ["a"] })).toEqual({
    sort: "match",
    search: "lamp & shade",
    category: "Company Policies",
    fileType: "pdf",
    tags: ["a"],
  });
});
