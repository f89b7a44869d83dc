import type { TicketList } from "@deskhand/contract/tickets";
import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import type { Store } from "./sign-up-store.ts";
import { listedTickets } from "./ticket-screen.ts";

const desk = await openDesk();
const count = 64;

test("the list loads while scrolling, filters by its address, saves a view, changes many at once, and stands still under the pointer", async () => {
  const store = await desk.newStore("big-basket");
  const { page, ticketsPath } = store;
  await fill(page);
  await page.goto(ticketsPath);
  await scroll(page);
  await filter(page);
  await keepAsView(page);
  await page.goto(ticketsPath);
  await changeMany(page);
  await page.goto(`${ticketsPath}?sort=newest`);
  await standStill(store);
});

/** Makes tickets: two in the archive, three pending, one urgent, the others open. */
async function fill({ request }: Page): Promise<void> {
  const post = async (path: string, data: object) => {
    const response = await request.post(`/api/tickets${path}`, { data });
    if (!response.ok()) throw new Error(`${response.status()} ${await response.text()}`);
    const { id }: { id: string } = await response.json();
    return id;
  };
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const customer = { name: `Customer ${number}`, email: `customer-${number}@many.example` };
    const idempotencyKey = crypto.randomUUID();
    ids.push(await post("", { subject: `Basket ${number}`, message: "Where is it?", idempotencyKey, customer }));
  }
  const statuses = ["urgent", "pending", "pending", "pending", "resolved", "closed"];
  for (const [index, status] of statuses.entries()) await post(`/${ids[index + 20]}/status`, { status });
}

async function scroll(page: Page): Promise<void> {
  const main = page.getByRole("main");
  const rows = listedTickets(page);
  await expect(page.getByRole("heading", { name: "Active Tickets (62)" })).toBeVisible();
  await expect(main.getByText("2 tickets in archive")).toBeVisible();
  // An urgent ticket stands above newer ones.
  await expect(rows.first()).toContainText("URGENT");
  await expect(main.getByText("Showing 62 of 62 tickets")).toBeVisible();
  // More pages load while scrolling.
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      return rows.last().getAttribute("aria-posinset");
    })
    .toBe("62");
  await expect.poll(() => rows.count()).toBeLessThan(50);
  await page.evaluate(() => scrollTo(0, 0));
}

async function filter(page: Page): Promise<void> {
  const main = page.getByRole("main");
  const search = page.getByPlaceholder("Search tickets...");
  await page.getByRole("button", { name: "pending", exact: true }).click();
  await expect(page).toHaveURL(/status=pending/);
  await expect(main.getByText("Showing 3 of 62 tickets")).toBeVisible();
  await page.reload();
  await expect(main.getByText("Showing 3 of 62 tickets")).toBeVisible();
  await expect(page.getByRole("button", { name: "pending", exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.goBack();
  await expect(page).not.toHaveURL(/status=/);
  await expect(main.getByText("of 62 tickets")).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(/status=pending/);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("button", { name: "View Archive" }).click();
  await expect(main.getByText("Showing 2 of 2 tickets")).toBeVisible();
  await page.getByRole("button", { name: "View Active" }).click();
  await search.pressSequentially("basket 64");
  await expect(main.getByText("Showing 1 of 62 tickets")).toBeVisible();
  await expect(page.getByRole("button", { name: 'Search: "basket 64"' })).toBeVisible();
  await search.fill("nothing has these words");
  await expect(main.getByText("Try adjusting your filter criteria")).toBeVisible();
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(main.getByText("of 62 tickets")).toBeVisible();
  await expect(search).toHaveValue("");
}

async function keepAsView(page: Page): Promise<void> {
  await page.getByPlaceholder("Search tickets...").fill("basket 6");
  await expect(page).toHaveURL(/q=basket/);
  await page.getByRole("button", { name: "Save as view" }).click();
  const name = "<b>Sixties</b>";
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Save view" }).click();
  const view = page.getByRole("list", { name: "Saved views" }).getByRole("link", { name });
  await expect(view).toContainText("6");
  await expect(page).toHaveURL(/saved=[0-9a-f-]{36}$/);
  // The address leads to the same view; after a change there, the screen offers to update the view.
  await page.reload();
  await expect(page.getByRole("button", { name: /Search: "basket 6"/ })).toBeVisible();
  await page.getByRole("button", { name: "pending", exact: true }).click();
  await page.getByRole("button", { name: "Update view" }).click();
  await expect(view).toContainText("0");
  await expect(page).toHaveURL(/\?saved=[0-9a-f-]{36}$/);
}

/** Changes many by keys and clicks; one is archived meanwhile and left alone, and all others are undone. */
async function changeMany(page: Page): Promise<void> {
  const rows = listedTickets(page);
  const chosen = page.getByRole("region", { name: "Selected tickets" });
  const report = page.getByRole("region", { name: "Change of many tickets" });
  await expect(page.getByRole("main").getByText("Showing 62 of 62 tickets")).toBeVisible();
  await page.keyboard.press("j");
  await expect(rows.first().getByRole("link")).toBeFocused();
  // The code for the next key loads after the first screen, together with the count of selected rows.
  await rows.first().getByRole("checkbox").check();
  await expect(chosen.getByText("1 selected")).toBeVisible();
  await rows.first().getByRole("checkbox").uncheck();
  await expect(chosen).toBeHidden();
  await rows.first().getByRole("link").focus();
  await page.keyboard.press("x");
  await expect(chosen.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(chosen.getByText("3 selected")).toBeVisible();
  await rows
    .nth(5)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(chosen.getByText("6 selected")).toBeVisible();
  await chosen.getByRole("button", { name: "Select all 62 that match" }).click();
  await expect(chosen.getByText("62 selected")).toBeVisible();
  const { items }: TicketList = await (await page.request.get("/api/tickets?limit=1")).json();
  await page.request.post(`/api/tickets/${items[0]?.id}/status`, { data: { status: "closed" } });
  // A ticket that left the list is no longer selected.
  await expect(chosen.getByText("61 selected")).toBeVisible();
  await chosen.getByRole("button", { name: "Assign" }).click();
  await page.getByRole("menuitem", { name: "Assign to me" }).click();
  await expect(report).toContainText("61 changed");
  await report.getByRole("button", { name: "Undo" }).click();
  await expect(report).toContainText("61 changed back");
  const mine: TicketList = await (await page.request.get("/api/tickets?assignee=me")).json();
  expect(mine.total).toBe(0);
}

/** Checks that new mails wait above the rows while the pointer is on them, and come in once it has gone. */
async function standStill({ page, address }: Store): Promise<void> {
  const rows = listedTickets(page);
  const line = (text: string) => page.getByRole("button", { name: text, exact: true });
  const ann = desk.newCustomer("Ann Wood", "ann@wood.example");
  const write = (subject: string) => ann.writes({ to: address, subject, text: "Please tell me about it." });
  await rows.nth(2).hover();
  // The code that decides which rows to draw has loaded.
  await expect(rows.nth(2)).toHaveCSS("position", "absolute");
  const place = await rows.nth(2).boundingBox();
  await write("A hat for it");
  await expect(line("1 new ticket, show")).toBeVisible();
  expect(await rows.nth(2).boundingBox()).toEqual(place);
  await line("1 new ticket, show").click();
  const hat = listedTickets(page, "A hat for it");
  await expect(hat).toContainText("Needs reply");
  await rows.nth(2).hover();
  await write("A lid for it");
  await expect(line("1 new ticket, show")).toBeVisible();
  await page.mouse.move(10, 10);
  await expect(listedTickets(page, "A lid for it")).toBeVisible();
  await expect(line("1 new ticket, show")).toBeHidden();
}
