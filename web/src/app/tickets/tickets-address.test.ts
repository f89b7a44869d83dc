import { ticketFilters } from "@deskhand/contract/vocabulary";
import { expect, test } from "vitest";
import { filterOfSearch, readTicketsSearch, searchOfFilter } from "../../features/tickets/list/ticket-list-filter.ts";
import { parseSearch, stringifySearch } from "../address.ts";

const read = (query: string) => JSON.parse(JSON.stringify(readTicketsSearch(parseSearch(query))));
const filterIn = (query: string) => filterOfSearch(readTicketsSearch(parseSearch(query)));
const queryOf = (query: string) => stringifySearch({ ...searchOfFilter(filterIn(query)) });

test("reads every parameter of a link", () => {
  const queue = "needsReply=true&assignee=me&tag=rush,VIP+%252C+gold&snoozed=true&sort=waiting";
  expect(read(`?view=archive&status=open,urgent&priority=high&q=a%26b&customer=a%40b.example&${queue}`)).toEqual({
    view: "archive",
    status: ["open", "urgent"],
    priority: ["high"],
    q: "a&b",
    customer: "a@b.example",
    needsReply: "true",
    assignee: "me",
    tag: ["rush", "VIP , gold"],
    snoozed: "true",
    sort: "waiting",
  });
});

test("drops unknown values instead of failing", () => {
  expect(read("?status=open,nonsense&priority=&view=1&x=y&q=")).toEqual({ status: ["open"] });
  const long = "t".repeat(51);
  expect(read(`?needsReply=1&assignee=somebody&team=me&tag=,+,${long}&snoozed=yes&sort=newest`)).toEqual({});
  expect(read(`?tag=a,a,${long},b`)).toEqual({ tag: ["a", "b"] });
  expect(read(`?tag=${Array.from({ length: 30 }, (_, index) => `t${index}`).join(",")}`).tag).toHaveLength(20);
  // Filters of active tickets do not apply to the archive.
  expect(filterIn("?view=archive&needsReply=true&snoozed=true")).toMatchObject({ needsReply: false, snoozed: false });
});

test("a URL without parameters shows all active tickets", () => {
  const unset = { some: [], tags: [], on: false, address: "", person: "", team: "", incident: "", figure: "" };
  const filters = Object.entries(ticketFilters).map(([name, { takes }]) => [name, unset[takes]]);
  const others = { view: "active", search: "", sort: null, from: null };
  expect(filterIn("")).toEqual({ ...Object.fromEntries(filters), ...others });
  expect(queryOf("?view=active")).toBe("");
  expect(queryOf("?from=active,open")).toBe("");
});

test.each([
  "?status=resolved,closed&view=archive&q=lamp",
  "?status=open&category=Returns+%26+Refunds,Billing&q=50%25+off,+please",
  "?status=resolved&view=archive&from=active",
  "?status=resolved&view=archive&from=active.needsReply.snoozed.open.urgent",
  "?needsReply=true&assignee=nobody&tag=50%2525+off,a%252Cb,%252C&sort=priority",
  "?assignee=0190a0a0-0000-7000-8000-000000000001&team=nobody&snoozed=true&sort=activity",
  "?priority=low,urgent&category=Shipping,Billing&customer=ines%40duarte.example",
])("%s is kept through reading and writing", (query) => {
  expect(queryOf(query)).toBe(query);
});
