import type { TicketList } from "@deskhand/contract/tickets";
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import "../../../ui/theme.css";
import { SearchNews } from "./search-news.tsx";
import { filterOfSearch, type TicketListFilter } from "./ticket-list-filter.ts";

const found: TicketList = {
  items: [],
  nextCursor: null,
  total: 0,
  totalIsCapped: false,
  activeCount: 0,
  archivedCount: 0,
  snoozedCount: 0,
  elsewhereCount: 0,
  shownFor: null,
  unknown: [],
};

type Start = { search: string; view: "active" | "archive"; loaded: Partial<TicketList>; filters: TicketListFilter[] };

/** Shows a search's notices; `filters` receives each new filter, the newest first. */
function News({ search, view, loaded, filters }: Start) {
  const [filter, setFilter] = useState(filterOfSearch({ q: search, view }));
  filters.unshift(filter);
  return <SearchNews filter={filter} loaded={{ ...found, ...loaded }} onChange={setFilter} />;
}

async function show(search: string, loaded: Partial<TicketList> = {}, view: "active" | "archive" = "active") {
  const filters: TicketListFilter[] = [];
  await render(<News {...{ search, view, loaded, filters }} />);
  return { filter: () => filters[0], button: (name: string) => page.getByRole("button", { name }) };
}

test("says what was searched for instead and which words nothing has", async () => {
  await show("lapm", { shownFor: "lamp", unknown: [{ name: "from", value: "nobody" }] });
  await expect.element(page.getByText("Showing results for lamp")).toBeVisible();
  await expect.element(page.getByText("No customer of any ticket is called “nobody”.")).toBeVisible();
});

test("counts the archive's matches and leads there with the same search, and back", async () => {
  const there = await show("lamp", { elsewhereCount: 12 });
  await there.button("In the archive (12)").click();
  expect(there.filter()).toMatchObject({ view: "archive", search: "lamp" });
  await expect.element(there.button("In the active tickets (12)")).toBeVisible();
  await there.button("In the active tickets (12)").click();
  expect(there.filter()).toMatchObject({ view: "active", search: "lamp" });
});

test("marks a capped count with a plus, and says nothing of no matches", async () => {
  const { button } = await show("lamp", { elsewhereCount: 10_000 });
  await expect.element(button("In the archive (10,000+)")).toBeVisible();
});
