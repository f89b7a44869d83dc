import { ticketFilters } from "@deskhand/contract/vocabulary";
import { expect, test } from "vitest";
import {
  backToActive,
  clearFilter,
  clearPart,
  filterBadges,
  filterOfSearch,
  isFiltered,
  listInput,
  switchView,
  type TicketListFilter,
  toggleActive,
  toggleStatus,
} from "./ticket-list-filter.ts";

const plain = filterOfSearch({});
const full: TicketListFilter = {
  ...plain,
  status: ["open", "urgent"],
  priority: ["high"],
  category: ["Returns & Refunds", "Billing"],
  search: "late",
  customer: "a@b.example",
  needsReply: true,
  assignee: "me",
  team: "b",
  tag: ["rush", "VIP"],
  snoozed: true,
  sort: "activity",
};

test("labels each part of the filter", () => {
  expect(filterBadges(full, (id) => (id === "b" ? "Returns" : null)).map(({ text }) => text)).toEqual([
    'Search: "late"',
    "Status: open, URGENT",
    "Priority: high",
    "Category: Returns & Refunds, Billing",
    "Customer: a@b.example",
    "Needs reply",
    "Assigned to: me",
    "Team: Returns",
    "Tag: rush, VIP",
    "Snoozed",
  ]);
  const assigned = (assignee: string) =>
    filterBadges({ ...plain, assignee }, (id) => (id === "a" ? "Ada" : null)).map(({ text }) => text);
  expect(assigned("a")).toEqual(["Assigned to: Ada"]);
  expect(assigned("b")).toEqual(["Assigned to: a colleague"]);
  expect(assigned("nobody")).toEqual(["Unassigned"]);
  expect(filterBadges({ ...plain, team: "nobody" })).toMatchObject([{ text: "Team: none" }]);
  expect(filterBadges({ ...plain, view: "archive" })).toEqual([]);
});

test.each(Object.entries(ticketFilters))("%s has one badge with its label when it is set", (part, filter) => {
  const texts = { address: "a@b.example", person: "me", team: "nobody", incident: "a", days: "2026-11-16..2026-11-22" };
  const figure = "created~2026-11-01T00:00:00Z~2026-12-01T00:00:00Z";
  const example = { ...texts, figure, on: true, tags: ["rush"] };
  const value = "of" in filter ? [filter.of[0]] : example[filter.takes];
  expect(filterBadges({ ...plain, [part]: value })).toEqual([{ part, text: expect.stringContaining(filter.label) }]);
});

test("days are written as days, and a single one as that", () => {
  const badge = (created: string) => filterBadges({ ...plain, created }).map(({ text }) => text);
  expect(badge("2026-11-16..2026-11-22")).toEqual(["Created: Nov 16, 2026 – Nov 22, 2026"]);
  expect(badge("2026-11-16..2026-11-16")).toEqual(["Created: Nov 16, 2026"]);
});

test("a list of every view holds every status, and a switch of the view or to what is snoozed ends it", () => {
  const everywhere = { ...plain, everywhere: true };
  expect(toggleStatus(everywhere, "closed")).toEqual({ ...everywhere, status: ["closed"] });
  expect(switchView(everywhere)).toEqual({ ...plain, view: "archive" });
  expect(toggleActive(everywhere, "snoozed")).toEqual({ ...plain, snoozed: true });
});

test("removes one part of the filter, or all", () => {
  const parts = filterBadges(full).map(({ part }) => part);
  for (const part of parts) {
    const left = filterBadges(clearPart(full, part)).map((badge) => badge.part);
    expect(left).toEqual(parts.filter((each) => each !== part));
  }
  expect(clearFilter({ ...full, view: "archive" })).toEqual({ ...plain, view: "archive", sort: "activity" });
  expect([isFiltered(full), isFiltered(plain)]).toEqual([true, false]);
});

test("the other view keeps every filter it supports", () => {
  const archived = { ...full, view: "archive" as const, status: [], needsReply: false, snoozed: false };
  expect(switchView(full)).toEqual(archived);
  expect(toggleActive(full, "snoozed")).toEqual({ ...full, snoozed: false });
  expect(toggleActive(archived, "needsReply")).toEqual({ ...archived, view: "active", needsReply: true });
  expect(switchView({ ...full, view: "archive", status: ["closed"] })).toEqual({ ...full, status: [] });
});

test("a status chip toggles, and switches to the view that can hold it", () => {
  expect(toggleStatus(full, "open").status).toEqual(["urgent"]);
  expect(toggleStatus(full, "pending").status).toEqual(["open", "urgent", "pending"]);
  expect(toggleStatus(full, "resolved")).toEqual({
    ...full,
    view: "archive",
    status: ["resolved"],
    needsReply: false,
    snoozed: false,
    from: "active.needsReply.snoozed.open.urgent",
  });
  expect(backToActive({ ...toggleStatus(full, "resolved"), status: [], priority: [] })).toEqual({
    ...full,
    priority: [],
  });
  expect(backToActive({ ...plain, view: "archive" })).toEqual({ ...plain, view: "archive" });
  expect(toggleStatus({ ...plain, view: "archive", status: ["closed"] }, "resolved").status).toEqual([
    "closed",
    "resolved",
  ]);
  expect(toggleStatus({ ...plain, view: "archive" }, "open")).toEqual({ ...plain, status: ["open"] });
});

test("sends only the filters that are set", () => {
  expect(listInput(plain)).toEqual({ view: "active" });
  expect(listInput({ ...plain, sort: "priority" })).toEqual({ view: "active" });
  const set = Object.entries(full).filter(
    ([name, value]) => name !== "from" && value !== false && value !== "" && value?.length !== 0,
  );
  expect(set).toHaveLength(12);
  expect(listInput(full)).toEqual(Object.fromEntries(set));
});
