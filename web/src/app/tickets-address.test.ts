import { expect, test } from "vitest";
import { filterOfSearch, readTicketsSearch, searchOfFilter } from "../features/tickets/list/ticket-list-filter.ts";
import { parseSearch, stringifySearch } from "./address.ts";

const read = (query: string) => JSON.parse(JSON.stringify(readTicketsSearch(parseSearch(query))));
const filterIn = (query: string) => filterOfSearch(readTicketsSearch(parseSearch(query)));
const queryOf = (query: string) => stringifySearch({ ...searchOfFilter(filterIn(query)) });

test("reads every parameter of a link", () => {
  expect(read("?view=archive&status=open,urgent&priority=high&q=a%26b&customer=a%40b.example")).toEqual({
    view: "archive",
    status: ["open", "urgent"],
    priority: ["high"],
    q: "a&b",
    customer: "a@b.example",
  });
});

test("leaves out what is unknown instead of failing", () => {
  expect(read("?status=open,nonsense&priority=&view=1&x=y&q=")).toEqual({ status: ["open"] });
});

test("an address with nothing in it shows all active tickets", () => {
  expect(filterIn("")).toEqual({
    view: "active",
    status: [],
    priority: [],
    category: [],
    search: "",
    customer: "",
  });
  expect(queryOf("?view=active")).toBe("");
});

test.each([
  "?status=resolved,closed&view=archive&q=lamp",
  "?status=open&category=Returns+%26+Refunds,Billing&q=50%25+off,+please",
  "?priority=low,urgent&category=Shipping,Billing&customer=ines%40duarte.example",
])("%s is kept through reading and writing", (query) => {
  expect(queryOf(query)).toBe(query);
});
