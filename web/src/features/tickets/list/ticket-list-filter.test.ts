import { expect, test } from "vitest";
import {
  clearFilter,
  clearPart,
  filterBadges,
  isFiltered,
  listInput,
  switchView,
  type TicketListFilter,
  toggleStatus,
} from "./ticket-list-filter.ts";

const plain: TicketListFilter = { view: "active", status: [], priority: [], category: [], search: "", customer: "" };
const full: TicketListFilter = {
  view: "active",
  status: ["open", "urgent"],
  priority: ["high"],
  category: ["Returns & Refunds", "Billing"],
  search: "late",
  customer: "a@b.example",
};

test("badges name each part of what is asked for", () => {
  expect(filterBadges(full).map(({ text }) => text)).toEqual([
    'Search: "late"',
    "Status: open, URGENT",
    "Priority: high",
    "Category: Returns & Refunds, Billing",
    "Customer: a@b.example",
  ]);
  expect(filterBadges({ ...plain, view: "archive" })).toEqual([]);
});

test("a badge's part can be taken away alone, and all of them at once", () => {
  for (const { part } of filterBadges(full)) {
    const left = filterBadges(clearPart(full, part)).map((badge) => badge.part);
    expect(left).toEqual(["search", "status", "priority", "category", "customer"].filter((each) => each !== part));
  }
  expect(clearFilter({ ...full, view: "archive" })).toEqual({ ...plain, view: "archive" });
  expect([isFiltered(full), isFiltered(plain)]).toEqual([true, false]);
});

test("the other view keeps the filter but for the statuses it cannot hold", () => {
  expect(switchView(full)).toEqual({ ...full, view: "archive", status: [] });
  expect(switchView({ ...full, view: "archive", status: ["closed"] })).toEqual({ ...full, status: [] });
});

test("a status chip switches on and off, and leads to the view that can hold it", () => {
  expect(toggleStatus(full, "open").status).toEqual(["urgent"]);
  expect(toggleStatus(full, "pending").status).toEqual(["open", "urgent", "pending"]);
  expect(toggleStatus(full, "resolved")).toEqual({ ...full, view: "archive", status: ["resolved"] });
  expect(toggleStatus({ ...plain, view: "archive", status: ["closed"] }, "resolved").status).toEqual([
    "closed",
    "resolved",
  ]);
  expect(toggleStatus({ ...plain, view: "archive" }, "open")).toEqual({ ...plain, status: ["open"] });
});

test("the server is asked only for what is set", () => {
  expect(listInput(plain)).toEqual({ view: "active" });
  expect(listInput(full)).toEqual(full);
});
