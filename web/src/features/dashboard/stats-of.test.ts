import type { Metrics } from "@deskhand/contract/dashboard";
import { expect, test } from "vitest";
import { statsOf } from "./stat-cards.tsx";

const emptyMetrics: Metrics = {
  totalTickets: 0,
  openTickets: 0,
  resolvedToday: 0,
  averageResponseTime: 0,
  satisfaction: null,
  overdueTickets: 0,
  today: "2026-11-30",
  earlier: { totalTickets: 0, openTickets: 0, resolvedTickets: 0, averageResponseTime: null, satisfaction: null },
};

function cards(changes: Partial<Metrics>, earlier: Partial<Metrics["earlier"]> = {}) {
  const stats = statsOf({ ...emptyMetrics, ...changes, earlier: { ...emptyMetrics.earlier, ...earlier } });
  return Object.fromEntries(
    Object.entries(stats).map(([title, { value, change, mood }]) => [title, [value, change, mood]]),
  );
}

test("a store without tickets reads what will be shown here", () => {
  expect(cards({})).toEqual({
    "Total Tickets": ["0", "Get started by setting up email integration", "neutral"],
    "Open Tickets": ["0", "Tickets will appear here", "neutral"],
    "Resolved Today": ["0", "Start resolving tickets", "neutral"],
    "Avg Response Time": ["0h", "Track response times", "neutral"],
    Satisfaction: ["N/A", "Satisfaction tracking not configured", "neutral"],
    Overdue: ["0", "None overdue", "neutral"],
  });
});

test("changes are worded and coloured by whether they are good news", () => {
  const now = {
    totalTickets: 1120,
    openTickets: 19,
    resolvedToday: 23,
    averageResponseTime: 3.5,
    satisfaction: 4.6,
    overdueTickets: 3,
  };
  const then = {
    totalTickets: 1000,
    openTickets: 20,
    resolvedTickets: 20,
    averageResponseTime: 4,
    satisfaction: 4.4,
  };
  expect(cards(now, then)).toEqual({
    "Total Tickets": ["1,120", "+12% from last week", "neutral"],
    "Open Tickets": ["19", "-5% from yesterday", "good"],
    "Resolved Today": ["23", "+15% from yesterday", "good"],
    "Avg Response Time": ["3.5h", "-0.5h from last week", "good"],
    Satisfaction: ["4.6/5", "+0.2 from last month", "good"],
    Overdue: ["3", "3 need attention", "bad"],
  });
});

test("more open, fewer resolved and slower answers are bad news", () => {
  const bad = cards(
    { openTickets: 5, resolvedToday: 1, averageResponseTime: 4.2 },
    { openTickets: 4, resolvedTickets: 2, averageResponseTime: 4 },
  );
  expect(bad).toMatchObject({
    "Open Tickets": ["5", "+25% from yesterday", "bad"],
    "Resolved Today": ["1", "-50% from yesterday", "bad"],
    "Avg Response Time": ["4.2h", "+0.2h from last week", "bad"],
  });
});

const seven = { totalTickets: 7, openTickets: 7, averageResponseTime: 7 };

test("a zero figure shows its other text", () => {
  expect(cards({}, seven)).toMatchObject({
    "Total Tickets": ["0", "Get started by setting up email integration", "neutral"],
    "Open Tickets": ["0", "Tickets will appear here", "neutral"],
    "Avg Response Time": ["0h", "Track response times", "neutral"],
  });
});

test("a figure that was zero before shows None instead of the text for a new store", () => {
  expect(cards({ ...seven, resolvedToday: 7 })).toMatchObject({
    "Total Tickets": ["7", "None last week", "neutral"],
    "Open Tickets": ["7", "None yesterday", "neutral"],
    "Resolved Today": ["7", "None yesterday", "neutral"],
    "Avg Response Time": ["7h", "None last week", "neutral"],
  });
});

test("unchanged figures say so", () => {
  const same = { totalTickets: 7, openTickets: 7, averageResponseTime: 7 };
  expect(cards({ ...same, resolvedToday: 7 }, { ...same, resolvedTickets: 7 })).toMatchObject({
    "Total Tickets": ["7", "No change from last week", "neutral"],
    "Open Tickets": ["7", "No change from yesterday", "neutral"],
    "Resolved Today": ["7", "No change from yesterday", "neutral"],
    "Avg Response Time": ["7h", "No change from last week", "neutral"],
  });
});

test("small percentages have a decimal, large ones do not", () => {
  const change = (now: number, then: number) =>
    cards({ totalTickets: now }, { totalTickets: then })["Total Tickets"]?.[1];
  expect(change(10_040, 10_000)).toBe("+0.4% from last week");
  expect(change(100_001, 100_000)).toBe("No change from last week");
  expect(change(1_012_600, 1_000_000)).toBe("+1% from last week");
  expect(change(50, 1)).toBe("+4,900% from last week");
});
