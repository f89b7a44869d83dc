import type { Case } from "./case.ts";
import { httpCase } from "./http-case.ts";
import type { SampleTicket } from "./sample-tickets.ts";

/** The list in each order and with each filter by which one works through it; each is to cost at most 1.3 times the plain list. */
const queries = {
  "needs reply": "needsReply=true",
  mine: "assignee=me",
  unassigned: "assignee=nobody",
  snoozed: "snoozed=true",
  "by activity": "sort=activity",
  "by waiting": "sort=waiting",
  "longest waiting": "sort=waiting&needsReply=true",
  "archive by activity": "sort=activity&view=archive",
  tag: "tag=vip",
  "mine, needs reply": "assignee=me&needsReply=true",
  "unassigned, by waiting": "assignee=nobody&needsReply=true&sort=waiting",
};

/** The list's filters and orders, beside the plain one. */
export function listCases(tickets: SampleTicket[]): Case[] {
  return Object.entries(queries).map(([name, query]) =>
    httpCase(`tickets.list ${name}`, {}, tickets, () => ({ path: `/api/tickets?limit=20&${query}` })),
  );
}
