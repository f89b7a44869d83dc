import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();

const rowsOf = (page: Page) => page.getByRole("list", { name: "Tickets" }).locator("a");

/** Opens the demo store's list, and a row's ticket over it. */
async function openRow(page: Page, index: number) {
  await page.goto("/dashboard/tickets");
  await rowsOf(page).nth(index).click();
  const ticket = ticketScreen(page);
  await expect(ticket.dialog.getByRole("tablist", { name: "Ticket" })).toBeVisible();
  return ticket;
}

test("bell, search, settings and sidebar work over an open ticket, the list beneath keeps its place, and closing leads back to it", async () => {
  const page = await signInAtDemoStore(desk, "admin");
  await page.goto("/dashboard/tickets");
  await rowsOf(page).nth(3).waitFor();
  // The rows may come before the router has placed the page at its top.
  await page.waitForLoadState("networkidle");
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate("scrollY")).toBe(400);
  // The row to come back to.
  const row = rowsOf(page).nth(5);
  const place = await row.boundingBox();
  await row.click();
  const ticket = ticketScreen(page);
  await expect(ticket.dialog.getByRole("tablist", { name: "Ticket" })).toBeVisible();
  const address = page.url();
  expect(await page.evaluate("document.querySelector('dialog:modal')")).toBeNull();
  // No element of the list accepts the focus, even from code.
  await row.evaluate((link) => link.focus());
  await expect(row).not.toBeFocused();
  await page.mouse.wheel(0, 400);
  expect(await page.evaluate("scrollY")).toBe(400);

  const bell = page.getByRole("button", { name: /^Notifications/ });
  const dropdown = page.getByRole("dialog", { name: "Notifications" });
  await bell.click();
  await expect(dropdown).toBeVisible();
  // Escape closes only the top layer.
  await page.keyboard.press("Escape");
  await expect(dropdown).toBeHidden();
  await expect(ticket.dialog).toBeVisible();
  const palette = page.getByRole("dialog", { name: "Search", exact: true });
  for (const open of [
    () => page.getByRole("textbox", { name: "Search", exact: true }).click(),
    () => page.keyboard.press("Control+k"),
  ]) {
    await open();
    await expect(palette).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(palette).toBeHidden();
    await expect(ticket.dialog).toBeVisible();
  }
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(address);
  await expect(ticket.dialog).toBeVisible();

  // The ticket's keys work although the focus is around it: j opens the next ticket, and selects no row of the list beneath.
  await bell.focus();
  await page.keyboard.press("j");
  await expect(page).not.toHaveURL(address);
  await page.keyboard.press("k");
  await expect(page).toHaveURL(address);
  await expect(ticket.dialog.getByRole("tablist", { name: "Ticket" })).toBeVisible();
  await bell.focus();
  await page.keyboard.press("n");
  await expect(ticket.dialog.getByPlaceholder("Add an internal note...")).toBeFocused();

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Orders" }).click();
  await expect(page).toHaveURL("/dashboard/orders");
  await expect(ticket.dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(ticket.dialog.getByRole("tablist", { name: "Ticket" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(ticket.dialog).toBeHidden();
  await expect.poll(async () => Math.abs(((await row.boundingBox())?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(2);
  await overCustomer(page);
});

/** Opens a ticket over a customer that lies over another ticket. */
async function overCustomer(page: Page): Promise<void> {
  const ticket = await openRow(page, 0);
  const first = await page.title();
  await ticket.dialog.getByRole("link", { name: /other ticket/ }).click();
  const customer = page.getByRole("dialog", { name: /^Customer:/ });
  await expect(customer.getByRole("button", { name: "Edit" })).toBeVisible();
  // The sidebar, too, asks before typed text about a customer is lost.
  await customer.getByRole("button", { name: "Edit" }).click();
  await customer.getByLabel("Full Name").fill("Somebody Else");
  const others = customer.getByRole("list", { name: /tickets$/ }).getByRole("link");
  await others.last().click();
  const address = page.url();
  await expect(ticket.dialog.getByRole("tablist", { name: "Ticket" })).toBeVisible();
  expect(await page.evaluate("document.querySelector('dialog:modal')")).toBeNull();
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Orders" }).click();
  await page.getByRole("dialog", { name: "Discard changes?" }).getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL(address);
  await page.keyboard.press("Escape");
  await expect(ticket.dialog).toBeHidden();
  await expect(customer.getByLabel("Full Name")).toHaveValue("Somebody Else");
  expect(await page.evaluate("document.querySelectorAll('dialog:modal').length")).toBe(1);
  await page.goBack();
  await expect(page.getByRole("dialog", { name: "Discard changes?" })).toBeHidden();
  await expect(ticket.dialog).toBeVisible();
  expect(first).toMatch(/Ticket: \d{4}/);
}
