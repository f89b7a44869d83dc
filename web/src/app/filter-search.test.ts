import { expect, test } from "vitest";
import { filterOfSearch, searchOfFilter } from "./filter-search.ts";
import { parseSearch, readSearch, stringifySearch } from "./search.ts";

const filterIn = (query: string) => filterOfSearch(readSearch(parseSearch(query)));
const queryOf = (query: string) => stringifySearch({ ...searchOfFilter(filterIn(query)) });

test("an address with nothing in it shows all active tickets", () => {
  expect(filterIn("?section=tickets")).toEqual({
    view: "active",
    status: [],
    priority: [],
    category: [],
    search: "",
    customer: "",
  });
  expect(queryOf("?section=tickets&view=active")).toBe("?section=tickets");
});

test.each([
  "?section=tickets&view=archive&status=resolved,closed&q=lamp",
  "?section=tickets&priority=low,urgent&category=Shipping,Billing&customer=ines%40duarte.example",
])("%s is kept through reading and writing", (query) => {
  expect(queryOf(query)).toBe(query);
});
