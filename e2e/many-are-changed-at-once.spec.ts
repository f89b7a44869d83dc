import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import type { Store } from "./sign-up-store.ts";
import { listedTickets } from "./ticket-screen.ts";

const desk = await openDesk();

test("many tickets are chosen by keys and clicks, changed with a refusal that is told, and changed back", async () => {
  const store = await desk.newStore("many-lamps");
  const { page, ticketsPath } = store;
  await fill(store, 24);
  await page.goto(ticketsPath);
  const rows = listedTickets(page);
  const chosen = page.getByRole("region", { name: "Selected tickets" });
  const told = page.getByRole("region", { name: "Change of many tickets" });
  await expect(page.getByRole("main").getByText("Showing 20 of 24 tickets")).toBeVisible();

  // By keys: the row with the focus, and two more.
  await page.keyboard.press("j");
  await expect(rows.first().getByRole("link")).toBeFocused();
  await expect(async () => {
    await page.keyboard.press("x");
    await expect(chosen.getByText("1 selected")).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(chosen.getByText("3 selected")).toBeVisible();
  // By clicks: up to the sixth.
  await rows
    .nth(5)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(chosen.getByText("6 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(chosen).toHaveCount(0);

  // All that match; meanwhile one of them is archived.
  await rows.nth(0).getByRole("checkbox").click();
  await chosen.getByRole("button", { name: "Select all 24 that match" }).click();
  await expect(chosen.getByText("24 selected")).toBeVisible();
  const { items } = await (await page.request.get("/api/tickets?limit=1")).json();
  await page.request.post(`/api/tickets/${items[0].id}/status`, { data: { status: "closed" } });
  await chosen.getByRole("button", { name: "Assign" }).click();
  await page.getByRole("menuitem", { name: "Assign to me" }).click();
  await expect(told).toContainText("23 changed, 1 refused: Ticket: 0024: This ticket is archived.");
  await told.getByRole("button", { name: "Show refused" }).click();
  await expect(page.getByRole("dialog", { name: "1 ticket refused" })).toContainText("Reopen it to make changes");
  await page.keyboard.press("Escape");

  await told.getByRole("button", { name: "Undo" }).click();
  await expect(told).toContainText("23 changed back");
  const mine = await (await page.request.get("/api/tickets?assignee=me")).json();
  expect(mine.total).toBe(0);
});

test("a filter is kept as a view, which counts its tickets as they come", async () => {
  const store = await desk.newStore("viewed-lamps");
  const { page, ticketsPath } = store;
  await fill(store, 3);
  await page.goto(`${ticketsPath}?q=lamp`);
  await page.getByRole("button", { name: "Save as view" }).click();
  const name = "<b>Lamps</b>";
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Save view" }).click();
  const view = page.getByRole("list", { name: "Saved views" }).getByRole("link", { name });
  await expect(view).toContainText("3");
  await expect(page).toHaveURL(/saved=[0-9a-f-]{36}$/);
  await fill(store, 1);
  await expect(view).toContainText("4", { timeout: 40_000 });

  // It is the same by its address; changed there, it is offered to be updated.
  await page.reload();
  await expect(page.getByRole("button", { name: /Search: "lamp"/ })).toBeVisible();
  await page.getByRole("button", { name: "pending", exact: true }).click();
  await page.getByRole("button", { name: "Update view" }).click();
  await expect(view).toContainText("0");
  await expect(page).toHaveURL(/\?saved=[0-9a-f-]{36}$/);

  // Deleted elsewhere while it is open: its tickets stay, and that is said.
  const { items } = await (await page.request.get("/api/views")).json();
  await page.request.delete(`/api/views/${items[0].id}`);
  await expect(page.getByText("This view was deleted, or is not shared with you")).toBeVisible();
  await expect(page.getByRole("button", { name: /Search: "lamp"/ })).toBeVisible();
  await expect(view).toHaveCount(0);
});

async function fill({ page }: Store, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const response = await page.request.post("/api/tickets", {
      data: {
        ...{ subject: `Lamp ${made}`, message: "It flickers.", idempotencyKey: crypto.randomUUID() },
        customer: { name: "Jane", email: "jane@customer.example" },
      },
    });
    if (!response.ok()) throw new Error(`${response.status()} ${await response.text()}`);
  }
}
