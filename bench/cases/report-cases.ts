import type { ReportInput } from "../../contract/src/reports/reports.ts";
import { reportStore } from "../data/make-report-store.ts";
import type { Case } from "./case.ts";
import { httpCase } from "./http-case.ts";
import type { SampleTicket } from "./sample-tickets.ts";

const today = Date.now();
const day = (back: number) => new Date(today - back * 86_400_000).toISOString().slice(0, 10);
const month = { from: day(27), to: day(0) };
const year = { from: day(364), to: day(0) };

/** What the screen of each report asks for, and what a year by hour, by 50 people and by 500 tags takes. */
const asked: Record<string, ReportInput> = {
  overview: {
    ...month,
    week: "created",
    figures: ["created", "resolved", "backlog", "firstReply", "nextReply", "replies", "customerMessages"],
  },
  "overview of a year": {
    ...year,
    week: "created",
    figures: ["created", "resolved", "backlog", "firstReply", "nextReply", "replies", "customerMessages"],
  },
  "year by hour": { ...year, step: "hour", compare: "none", figures: ["created", "backlog"] },
  people: { ...month, by: "person", figures: ["replies", "firstReply", "nextReply", "resolved", "backlog"] },
  "people of a year": { ...year, by: "person", figures: ["replies", "firstReply", "nextReply", "resolved", "backlog"] },
  tags: { ...month, by: "tag", figures: ["created", "firstReply", "resolved"] },
  "tags of a year": { ...year, by: "tag", figures: ["created", "firstReply", "resolved"] },
  "one tag of a year": { ...year, where: ["tag:tag 3"], figures: ["created", "firstReply", "resolved", "backlog"] },
};

/** A case for each report, in a store whose tickets of two years are counted and not there. */
export function reportCases(tickets: SampleTicket[]): Case[] {
  const inStore = tickets.map((ticket) => ({ ...ticket, tenant: reportStore.index }));
  return Object.entries(asked).map(([name, input]) => {
    const path = `/api/reports?${new URLSearchParams(Object.entries(input).flatMap(writeParameters))}`;
    return httpCase(`reports ${name}`, { p95Ms: 50 }, inStore, () => ({ path }));
  });
}

const writeParameters = ([name, value]: [string, unknown]) =>
  [value].flat().map((one): [string, string] => [name, String(one)]);
