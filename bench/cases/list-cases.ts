import type { Case } from "./case.ts";
import { httpCase } from "./http-case.ts";
import type { SampleTicket } from "./sample-tickets.ts";

/** The query of the plain list, which is the baseline of the others. */
export const plainList = "view=active";
const nobodys = "assignee=00000000-0000-4000-8000-000000000000";

/** The query of each filter and each pair; half of all tickets have the tag "half", three per store "seldom". */
const filters = {
  all: "",
  "needs reply": "needsReply=true",
  mine: "assignee=me",
  unassigned: "assignee=nobody",
  "without work": nobodys,
  snoozed: "snoozed=true",
  "tag of 8 %": "tag=vip",
  "tag of half": "tag=half",
  "tag of three": "tag=seldom",
  "tag of none": "tag=nothing",
  resolved: "view=archive&status=resolved",
  urgent: "status=urgent",
  "mine + needs reply": "assignee=me&needsReply=true",
  "mine + open": "assignee=me&status=open",
  "mine + tag": "assignee=me&tag=vip",
  "needs reply + tag": "needsReply=true&tag=vip",
  "one of two tags": "tag=vip&tag=refund",
  "snoozed + tag of three": "snoozed=true&tag=seldom",
};
const sorts = ["priority", "activity", "waiting"];

/** The list's queries with every filter in every order, by name. */
export const listQueries = new Map(
  Object.entries(filters).flatMap(([name, query]) =>
    sorts.map((sort) => [`${name} by ${sort}`, [query, `sort=${sort}`].filter(Boolean).join("&")] as const),
  ),
);

/** Makes a case of each filter in the order by priority, and of each order. */
export function listCases(tickets: SampleTicket[]): Case[] {
  return [...listQueries]
    .filter(([name]) => name.startsWith("all by") || name.endsWith("by priority"))
    .map(([name, query]) =>
      httpCase(`tickets.list ${name}`, {}, tickets, () => ({ path: `/api/tickets?limit=20&${query}` })),
    );
}
