import type { TicketList } from "@deskhand/contract/tickets";
import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import type { Store } from "./sign-up-store.ts";
import { listedTickets } from "./ticket-screen.ts";

const desk = await openDesk();
const count = 64;

test("filters are in the address, and the list pages while one scrolls", async () => {
  const store = await desk.newStore("big-basket");
  const { page, ticketsPath } = store;
  const main = page.getByRole("main");
  await fill(store);
  await page.goto(ticketsPath);
  await expect(page.getByRole("heading", { name: "Active Tickets (62)" })).toBeVisible();
  await expect(main.getByText("2 tickets in archive")).toBeVisible();

  // An urgent ticket stands above newer ones.
  const rows = listedTickets(page);
  await expect(rows.first()).toContainText("URGENT");
  await expect(main.getByText("Showing 20 of 62 tickets")).toBeVisible();
  await scrollToEnd(page);
  await expect(main.getByText("Showing 62 of 62 tickets")).toBeVisible();
  await expect(rows.last()).toHaveAttribute("aria-posinset", "62");
  await expect.poll(() => rows.count()).toBeLessThan(50);
  await page.evaluate(() => scrollTo(0, 0));

  await page.getByRole("button", { name: "pending", exact: true }).click();
  await expect(page).toHaveURL(/status=pending/);
  await expect(main.getByText("Showing 3 of 3 tickets")).toBeVisible();
  await expect(page.getByRole("button", { name: /Status: pending/ })).toBeVisible();
  await page.reload();
  await expect(main.getByText("Showing 3 of 3 tickets")).toBeVisible();
  await expect(page.getByRole("button", { name: "pending", exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.goBack();
  await expect(page).not.toHaveURL(/status=/);
  await expect(main.getByText("of 62 tickets")).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(/status=pending/);
  // What is being typed goes with the rest, although it has not been asked for yet.
  await page.getByPlaceholder("Search tickets...").fill("basket 63");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page.getByPlaceholder("Search tickets...")).toHaveValue("");
  await expect(main.getByText("of 62 tickets")).toBeVisible();

  await page.getByRole("button", { name: "View Archive" }).click();
  await expect(main.getByText("They are kept for reference and reporting purposes.")).toBeVisible();
  await expect(main.getByText("Showing 2 of 2 tickets")).toBeVisible();
  await page.getByRole("button", { name: "View Active" }).click();

  const asked: string[] = [];
  page.on("request", (request) => {
    const { searchParams } = new URL(request.url());
    if (searchParams.has("search")) asked.push(searchParams.get("search") ?? "");
  });
  await page.getByPlaceholder("Search tickets...").pressSequentially("basket 64", { delay: 30 });
  await expect(main.getByText("Showing 1 of 1 tickets")).toBeVisible();
  await expect(page.getByRole("button", { name: 'Search: "basket 64"' })).toBeVisible();
  // Not each key asks. A slow machine may type with a pause in between.
  expect(asked.at(-1)).toBe("basket 64");
  expect(asked.length).toBeLessThan("basket 64".length / 2);

  await page.getByPlaceholder("Search tickets...").fill("nothing has these words");
  await expect(main.getByText("Try adjusting your filter criteria")).toBeVisible();
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(main.getByText("of 62 tickets")).toBeVisible();
  await expect(page.getByPlaceholder("Search tickets...")).toHaveValue("");
});

/** Two tickets are in the archive, three pending, one urgent; the others are as they came. */
async function fill({ page, address }: Store): Promise<void> {
  const customer = (number: number) => desk.newCustomer(`Customer ${number}`, `customer-${number}@many.example`);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  await Promise.all(
    numbers.map((number) =>
      customer(number).writes({ to: address, subject: `Basket ${number}`, text: `Where is basket ${number}?` }),
    ),
  );
  const list = async (): Promise<TicketList> => (await page.request.get("/api/tickets?limit=100")).json();
  await expect.poll(async () => (await list()).total, { timeout: 60_000 }).toBe(count);
  const { items } = await list();
  const statuses = ["urgent", "pending", "pending", "pending", "resolved", "closed"];
  for (const [index, status] of statuses.entries()) {
    const response = await page.request.post(`/api/tickets/${items[index + 20]?.id}/status`, { data: { status } });
    expect(response.ok()).toBe(true);
  }
}

async function scrollToEnd(page: Page): Promise<void> {
  const main = page.getByRole("main");
  for (let loaded = 20; loaded < 62; loaded = Math.min(loaded + 20, 62)) {
    await expect(main.getByText(`Showing ${loaded} of 62 tickets`)).toBeVisible();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  }
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
}
