import type { TicketCard } from "@deskhand/contract/tickets";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { refreshLists } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer } from "../../../testing/fake-server.ts";
import { makeCard } from "../../../testing/make-card.ts";
import { fromNow } from "../../../testing/stop-clock.ts";
import { Announcer } from "../../../ui/announcer.tsx";
import { Button } from "../../../ui/button.tsx";
import "../../../ui/theme.css";
import { TicketList } from "./ticket-list.tsx";
import { filterOfSearch, type TicketListFilter } from "./ticket-list-filter.ts";

const before = (minutes: number) => fromNow({ minutes: -minutes }).toISOString();

const card = (ticketNumber: number, changes: Partial<TicketCard> = {}) =>
  makeCard({
    ticketNumber,
    preview: `Where is basket ${ticketNumber}?`,
    createdAt: before(3_000),
    updatedAt: before(12.5),
    ...changes,
  });

const controls = <Button>Save as view</Button>;

/** The list with `filters` receiving each new filter, the newest first. */
function List({ start, filters }: { start: Partial<TicketListFilter>; filters: TicketListFilter[] }) {
  const [filter, setFilter] = useState<TicketListFilter>({ ...filterOfSearch({}), ...start });
  filters.unshift(filter);
  return (
    <>
      <TicketList {...{ filter, openTicketId: null, controls }} onFilter={setFilter} onNewTicket={() => undefined} />
      <Announcer />
      <p>Elsewhere</p>
    </>
  );
}

/** Shows the list at its URL, over a server's tickets. */
async function show(listed: TicketCard[], start: Partial<TicketListFilter> = {}, server = fakeServer()) {
  server.listed = listed;
  const cache = createQueryClient(() => undefined);
  const filters: TicketListFilter[] = [];
  const routeTree = createRootRoute({ component: () => <List start={start} filters={filters} /> });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ["/dashboard/tickets"] }) });
  await render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const rows = page.getByRole("list", { name: "Tickets" }).getByRole("article");
  if (listed.length > 0) await expect.element(rows.first()).toBeVisible();
  return {
    server,
    rows,
    filter: () => filters[0],
    row: (number: number) => rows.filter({ hasText: `Basket ${number}` }),
    button: (name: string | RegExp) => page.getByRole("button", { name }),
    spoken: () => document.querySelector('[aria-live="polite"][aria-atomic]')?.textContent ?? "",
    numbers: () => [...document.querySelectorAll("article h2 a")].map((link) => Number(link.textContent?.slice(7))),
    /** Acts as a live event of somebody's change. */
    hint: (next: TicketCard[]) => {
      server.listed = next;
      return cache.invalidateQueries({ queryKey: api.tickets.list.key() });
    },
    /** Acts as a change made here. */
    change: (next: TicketCard[]) => {
      server.listed = next;
      refreshLists(cache);
    },
  };
}

const leave = () => userEvent.hover(page.getByText("Elsewhere"));
const bea = "22222222-2222-4222-8222-222222222222";
/** A ticket with everything a row can show. */
const full: Partial<TicketCard> = {
  waitingSince: before(12),
  isNewReply: true,
  tags: ["lost-parcel", "claim", "rush"],
  assignedTo: bea,
  status: "in-progress",
  dueDate: before(60),
  attachmentCount: 2,
  isUnverified: true,
};
const colleague = { id: bea, name: "Bea Cramm", email: "bea@shop.example", role: "agent", isActive: true };
const withBea = () => Object.assign(fakeServer(), { colleagues: [colleague] });
const boxOf = (element: Element) => element.getBoundingClientRect();
const three = [card(3), card(2), card(1)];

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});

test("a row shows the last speaker, the age and the text", async () => {
  const { row } = await show([
    card(1, { waitingSince: before(12), isNewReply: true, newestWords: "Any news?" }),
    card(2, { waitingSince: before(12) }),
    card(3, { snoozedUntil: new Date(fromNow().getFullYear(), 10, 24, 9).toISOString() }),
    card(4, { snoozedUntil: new Date(2031, 10, 24, 9).toISOString() }),
    card(5, { snoozedUntil: "answer" }),
    card(6, { isWoken: true, waitingSince: before(12) }),
    card(7, { waitingSince: before(12), status: "resolved" }),
  ]);
  const words = (number: number) => row(number).element().textContent?.replaceAll("\u202f", " ") ?? "";
  expect(words(1)).toMatch(/New reply.*Any news\?.*Needs reply/);
  expect(words(1)).not.toContain("Where is basket");
  await expect.element(row(1).getByText("12m ago")).toHaveAttribute("title", expect.stringMatching(/^Last activity: /));
  await expect.element(row(1).getByText("2d ago")).toBeVisible();
  expect(Number(getComputedStyle(row(1).getByRole("link").element()).fontWeight)).toBeGreaterThan(
    Number(getComputedStyle(row(2).getByRole("link").element()).fontWeight),
  );
  expect(words(2)).toMatch(/Where is basket 2\?.*Needs reply/);
  expect(words(2)).not.toContain("New reply");
  await expect.poll(() => words(3)).toMatch(/Until Nov 24, 9:00 AM/);
  expect(words(3)).not.toContain("Needs reply");
  expect(words(4)).toContain("Until Nov 24, 2031, 9:00 AM");
  expect(words(5)).toContain("Until the customer answers");
  expect(words(6)).toContain("Back from snooze");
  expect(words(7)).not.toContain("Needs reply");
});

test("rows hold still while the pointer is over them and update once it leaves", async () => {
  const { row, numbers, button, hint, spoken } = await show(three);
  await row(2).hover();
  await hint([card(5), card(4), card(1, { status: "pending" }), card(3)]);
  await expect.element(row(1).getByText(/Pending/)).toBeVisible();
  expect(numbers()).toEqual([3, 2, 1]);
  await expect.element(button("2 new tickets, 2 changed, show")).toBeVisible();
  await expect.poll(spoken).toMatch(/^2 new tickets, 2 changed/);
  await hint([card(6), card(5), card(4), card(1), card(3)]);
  await expect.element(button("3 new tickets, 2 changed, show")).toBeVisible();
  expect(numbers()).toEqual([3, 2, 1]);
  // Announced once.
  expect(spoken()).toMatch(/^2 new tickets/);
  // A removed ticket is marked as such.
  await expect.element(row(2).getByText("Left the list")).toBeVisible();
  expect(page.getByText("Left the list").elements()).toHaveLength(1);
  await leave();
  await expect.poll(numbers).toEqual([6, 5, 4, 1, 3]);
  await expect.element(page.getByText("Left the list")).not.toBeInTheDocument();
  await expect.element(button(/show$/)).not.toBeInTheDocument();
});

test("the focus also holds the rows and never leaves its row", async () => {
  const { row, numbers, button, hint } = await show(three);
  await leave();
  row(2).getByRole("link").element().focus();
  await hint([card(4), ...three]);
  await expect.element(button("1 new ticket, show")).toBeVisible();
  expect(numbers()).toEqual([3, 2, 1]);
  await userEvent.keyboard("u");
  await expect.poll(numbers).toEqual([4, 3, 2, 1]);
  await expect.element(row(2).getByRole("link")).toHaveFocus();
  await hint([card(4), card(3), card(1)]);
  await expect.element(button("1 ticket changed, show")).toBeVisible();
  await button("1 ticket changed, show").click();
  await expect.poll(numbers).toEqual([4, 3, 1]);
});

test("one's own changes, Refresh and an unattended list update at once", async () => {
  const { row, numbers, button, hint, change, server } = await show(three);
  await leave();
  await hint([card(4), ...three]);
  await expect.poll(numbers).toEqual([4, 3, 2, 1]);
  await row(2).hover();
  // The event may come before the response.
  await hint([card(8), ...three]);
  await expect.element(button("1 new ticket, 1 changed, show")).toBeVisible();
  change([card(8), ...three]);
  await expect.poll(numbers).toEqual([8, 3, 2, 1]);
  await expect.element(button(/show$/)).not.toBeInTheDocument();
  change([card(5), ...three]);
  await expect.poll(numbers).toEqual([5, 3, 2, 1]);
  await hint([card(6), ...three]);
  await expect.element(button("1 new ticket, 1 changed, show")).toBeVisible();
  server.listed = [card(7), ...three];
  row(3).getByRole("link").element().focus();
  button("Refresh")
    .element()
    .dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await expect.poll(numbers).toEqual([7, 3, 2, 1]);
});

test("scrolling loads the next page despite pending updates above", async () => {
  const many = Array.from({ length: 45 }, (_, index) => card(100 - index));
  const { rows, row, hint, button } = await show(many);
  await row(99).hover();
  await hint([card(101), ...many]);
  await expect.element(button("1 new ticket, show")).toBeVisible();
  rows.last().element().scrollIntoView();
  await expect.element(row(70)).toBeInTheDocument();
  await expect.element(button("1 new ticket, show")).toBeVisible();
});

test("a chip of the archive leads there and back, keeping the filters", async () => {
  const { button, filter } = await show(three, { status: ["open"], needsReply: true });
  const chip = (name: string) => page.getByRole("button", { name, exact: true });
  await chip("resolved").click();
  expect(filter()).toMatchObject({ view: "archive", status: ["resolved"], needsReply: false });
  await chip("closed").click();
  await chip("high").click();
  await chip("resolved").click();
  expect(filter()).toMatchObject({ view: "archive", status: ["closed"] });
  await chip("closed").click();
  expect(filter()).toMatchObject({ view: "active", status: ["open"], needsReply: true, priority: ["high"] });
  await chip("closed").click();
  await page.getByRole("button", { name: /^Status: closed/ }).click();
  expect(filter()).toMatchObject({ view: "active", status: ["open"] });
  await chip("closed").click();
  await chip("Clear").click();
  expect(filter()).toMatchObject({ view: "active", status: [], needsReply: false, priority: [] });
  // Entering the archive by the button, one stays there.
  await button("View Archive").click();
  await chip("closed").click();
  await chip("closed").click();
  expect(filter()).toMatchObject({ view: "archive", status: [] });
  await chip("Needs reply").click();
  expect(filter()).toMatchObject({ view: "active", needsReply: true });
});

test("chips filter by who answers next, a tag by any of several, and badges remove each", async () => {
  const { server, button, filter } = await show([card(1, { tags: ["rush", "VIP"] }), card(2, { tags: ["rush"] })]);
  for (const name of ["Needs reply", "Mine", "Unassigned", "Snoozed (0)"]) await button(name).click();
  await button("Tag").click();
  await page.getByRole("checkbox", { name: "rush" }).click();
  await page.getByRole("textbox", { name: "Tag to filter by" }).fill(" vip ");
  await userEvent.keyboard("{Enter}");
  expect(filter()).toMatchObject({ needsReply: true, assignee: "nobody", snoozed: true, tag: ["rush", "VIP"] });
  await expect
    .poll(() => server.listings.at(-1))
    .toMatchObject({ needsReply: true, assignee: "nobody", snoozed: true, tag: ["rush", "VIP"] });
  await userEvent.keyboard("{Escape}");
  for (const badge of ["Needs reply Remove", "Unassigned Remove", "Tag: rush, VIP Remove", "Snoozed Remove"]) {
    await button(badge).click();
  }
  expect(filter()).toEqual(filterOfSearch({}));
});

test("the order is saved for the user, but the URL takes precedence", async () => {
  const server = fakeServer();
  server.preferences.sort = "waiting";
  const { filter } = await show(three, {}, server);
  await expect.poll(() => server.listings.at(-1)).toMatchObject({ sort: "waiting" });
  await page.getByRole("combobox", { name: "Sort" }).selectOptions("Latest activity");
  expect(filter()).toMatchObject({ sort: "activity" });
  await expect.poll(() => server.listings.at(-1)).toMatchObject({ sort: "activity" });
  await expect.poll(() => server.preferences.sort).toBe("activity");
});

test.each([720, 744, 960])(
  "at %d pixels a row has two lines, the first for the subject, and the header one",
  async (width) => {
    await page.viewport(width, 900);
    const { row, rows } = await show([card(1, full), card(2, { ...full, dueDate: null })], {}, withBea());
    await expect.element(row(1).getByText("Assigned to Bea Cramm")).toBeInTheDocument();
    for (const { clientHeight } of rows.elements()) expect(clientHeight).toBeLessThan(66);
    if (width < 960) expect(boxOf(row(2).getByRole("heading").element()).width).toBeGreaterThan(260);
    const title = boxOf(page.getByRole("heading", { level: 1 }).element());
    for (const name of ["View Archive", "Save as view", "Filters", "Refresh"]) {
      const { top, bottom } = boxOf(page.getByRole("button", { name, exact: true }).element());
      expect(top, name).toBeLessThan(title.bottom);
      expect(bottom, name).toBeGreaterThan(title.top);
    }
  },
);

test("on a phone the assignee of an overdue ticket is in its first line, and the bulk bar has two lines", async () => {
  await page.viewport(358, 844);
  const { row } = await show([card(1, full), card(2)], {}, withBea());
  await expect.element(row(1).getByText("Assigned to Bea Cramm")).toBeInTheDocument();
  const mark = boxOf(row(1).getByTitle("Assigned to Bea Cramm").element());
  const number = boxOf(row(1).getByText("Ticket: 0001").element());
  expect(Math.abs(mark.top + mark.height / 2 - number.top - number.height / 2)).toBeLessThan(6);
  await page.getByRole("checkbox", { name: "Select Ticket: 0001" }).click();
  const bar = page.getByRole("region", { name: "Selected tickets" });
  await expect.element(bar.getByRole("button", { name: "Category" })).toBeVisible();
  expect(boxOf(bar.element()).height).toBeLessThan(110);
});

test("a store that never had a ticket sees its address and can try it", async () => {
  await show([]);
  await expect.element(page.getByText("help@shop.example")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Copy" })).toBeVisible();
  const test = page.getByRole("link", { name: "Send yourself a test" });
  await expect.element(test).toHaveAttribute("href", expect.stringMatching(/^mailto:help@shop\.example\?subject=\w/));
});

test("a store that has finished all tickets is not asked to try it", async () => {
  const server = fakeServer();
  server.ticketCounts.archive = 3;
  await show([], {}, server);
  await expect.element(page.getByRole("button", { name: "Copy" })).toBeVisible();
  await expect.element(page.getByText("Send yourself a test")).not.toBeInTheDocument();
});
