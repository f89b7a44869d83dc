import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { signInAtDemoStore } from "../sign-in-at-demo-store.ts";
import { ticketScreen } from "../ticket-screen.ts";

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

test("a press beside a ticket closes it, one that only ends there does not; the ticket's own dialogs are modal over it", async () => {
  const page = await signInAtDemoStore(desk, "admin");
  const ticket = await openRow(page, 1);
  const inside = await ticket.dialog.boundingBox();
  if (inside === null) throw new Error("The ticket has no place on the screen");
  const beside = { x: inside.x - 6, y: inside.y + 300 };
  await page.mouse.move(inside.x + 60, beside.y);
  await page.mouse.down();
  await page.mouse.move(beside.x, beside.y);
  await page.mouse.up();
  await expect(ticket.dialog).toBeVisible();

  await ticket.dialog.getByRole("button", { name: "Update Status" }).click();
  const status = page.getByRole("dialog", { name: /^Update Ticket Status/ });
  await expect(status).toBeVisible();
  expect(await page.evaluate("document.querySelectorAll('dialog:modal').length")).toBe(1);
  await page.keyboard.press("Escape");
  await expect(status).toBeHidden();
  await expect(ticket.dialog.getByRole("button", { name: "Update Status" })).toBeFocused();
  await page.mouse.click(beside.x, beside.y);
  await expect(ticket.dialog).toBeHidden();
  await expect(rowsOf(page).nth(1)).toBeFocused();
});
