import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import type { Store } from "./sign-up-store.ts";
import { ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();

function palette(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Search", exact: true });
  return {
    dialog,
    field: dialog.getByRole("combobox"),
    group: (name: string) => dialog.getByRole("group", { name }),
    options: dialog.getByRole("option"),
    active: dialog.getByRole("option", { selected: true }),
  };
}

test("tickets, customers, orders and commands are found while typing and opened by keyboard; failures are reported", async () => {
  const store = await desk.newStore("find-it");
  await findOwn(store);
  const page = await signInAtDemoStore(desk, "agent");
  await findAmongMany(page);
  await command(page);
});

async function findOwn({ page, address, ticketsPath }: Store): Promise<void> {
  const script = desk.newCustomer("<script>alert(1)</script>", "odd@customers.example");
  const frida = desk.newCustomer("Frida Falk", "frida@falk.example");
  await script.writes({ to: address, subject: "Zip torn", text: "The zip of my bluejacket is torn." });
  await frida.writes({ to: address, subject: "Kettle leaks", text: `${"Well, ".repeat(60)}the porcelain cracked.` });
  await page.goto(ticketsPath);
  await expect(page.getByRole("main").getByText("Showing 2 of 2 tickets")).toBeVisible();
  const search = palette(page);

  // Text typed into the header continues in the palette.
  await page.getByPlaceholder("Search tickets, customers, orders...").press("p");
  await expect(search.field).toBeFocused();
  await page.keyboard.type("orcel");
  // The second option leads to the list, which finds the same.
  await expect(search.group("Tickets").getByRole("option")).toHaveCount(2);
  const hit = search.group("Tickets").getByRole("option").first();
  await expect(hit).toContainText("Kettle leaks");
  await expect(hit.locator("mark")).toHaveText("porcel");
  await expect(hit).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  const ticket = ticketScreen(page);
  await expect(ticket.dialog.getByText("Kettle leaks").first()).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/tickets\?ticket=/);

  // Opens another ticket by its number, in place of the open one.
  await ticket.dialog.getByRole("tab", { name: /^Messages/ }).focus();
  await page.keyboard.press("Control+k");
  await expect(search.group("Recent searches").getByRole("option")).toHaveText(["porcel"]);
  const other = (await ticket.dialog.getByRole("heading", { name: "Ticket: 0001" }).count()) > 0 ? "2" : "1";
  await search.field.fill(`#${other}`);
  await expect(search.active).toContainText(`Ticket: 000${other}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: `Ticket: 000${other}` })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(ticket.dialog).toBeHidden();

  // A customer's name is shown as text, and leads to them and their tickets.
  await page.keyboard.press("Control+k");
  await search.field.fill("<script>");
  const customer = search.group("Customers").getByRole("option");
  await expect(customer).toContainText("<script>alert(1)</script>");
  await customer.click();
  await expect(page).toHaveURL(/customerId=/);
  const odd = page.getByRole("dialog", { name: "Customer: <script>alert(1)</script>" });
  await expect(odd.getByRole("list", { name: "Active tickets" }).getByRole("link")).toHaveText("Zip torn");

  // Parts of words are found too, and the list shows all matches.
  await page.keyboard.press("Control+k");
  await search.field.fill("kettle");
  await expect(search.active).toContainText("Kettle leaks");
  await page.keyboard.press("End");
  await expect(search.active).toHaveText("See all tickets matching “kettle”");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=kettle/);
  await expect(page.getByRole("main").getByText("Showing 1 of 2 tickets")).toBeVisible();
}

async function findAmongMany(page: Page): Promise<void> {
  await page.goto("/dashboard");
  const search = palette(page);
  await page.getByPlaceholder("Search tickets, customers, orders...").click();
  await search.field.fill("#1152");
  const order = search.group("Orders").getByRole("option").first();
  await expect(order).toContainText("#1152");
  await order.click();
  await expect(page).toHaveURL(/\/dashboard\?orderId=/);
  const dialog = page.getByRole("dialog", { name: "Order #1152" });
  await expect(dialog.getByText("Order Items")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.keyboard.press("Control+k");
  await search.field.fill("no such words anywhere");
  await expect(search.dialog.getByText("Nothing found for “no such words anywhere”")).toBeVisible();

  await page.route("**/api/search?*", (route) => route.fulfill({ status: 500, body: "{}" }));
  await search.field.fill("lamp");
  await expect(search.dialog.getByRole("alert")).toContainText("An unexpected error occurred");
  await page.unroute("**/api/search?*");
  await search.dialog.getByRole("button", { name: "Try again" }).click();
  await expect(search.group("Tickets").getByRole("option").first()).toContainText("lamp");

  await page.context().setOffline(true);
  await search.field.fill("orders");
  await expect(search.dialog.getByText("You are offline.", { exact: false })).toBeVisible();
  await expect(search.active).toContainText("Go to Orders");
  await page.context().setOffline(false);
  await expect(search.dialog.getByText("You are offline.", { exact: false })).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/orders/);

  // Enter, pressed before the results arrive, opens the first of them.
  const letThrough = Promise.withResolvers<void>();
  await page.route("**/api/search?q=Ticket*", async (route) => {
    await letThrough.promise;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await search.field.fill("42");
  await expect(search.active).toContainText("Ticket: 0042");
  await search.field.fill("Ticket: 0007");
  await page.keyboard.press("Enter");
  await expect(search.dialog).toBeVisible();
  letThrough.resolve();
  await expect(page.getByRole("dialog", { name: "Ticket: 0007" })).toBeVisible();
}

async function command(page: Page): Promise<void> {
  const { dialog, field } = palette(page);
  const run = async (typed: string, label: string) => {
    await page.keyboard.press("Control+k");
    await field.fill(typed);
    await dialog.getByRole("option", { name: label }).click();
    await expect(dialog).toBeHidden();
  };
  await page.keyboard.press("Escape");
  await run("archive", "View Archive");
  await expect(page).toHaveURL(/\/dashboard\/tickets\?view=archive/);
  await run("mark all", "Mark all notifications as read");
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  await run("sign out", "Logout");
  await expect(page).toHaveURL(/\/login$/);
}
