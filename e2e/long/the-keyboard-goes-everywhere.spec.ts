import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { findAccessFaults } from "../find-access-faults.ts";
import { pressToGo } from "../press-to-go.ts";
import { signInAtDemoStore } from "../sign-in-at-demo-store.ts";
import { ticketScreen } from "../ticket-screen.ts";

const desk = await openDesk();

test("g and a letter lead to every section, but not from a field", async () => {
  const page = await signInAtDemoStore(desk, "admin");
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  const tabs = { t: "tickets", c: "customers", o: "orders", m: "messages", r: "reports", k: "knowledge", a: "admin" };
  for (const [letter, section] of Object.entries({ ...tabs, h: "help" }))
    await pressToGo(page, letter, `/dashboard/${section}`);
  await pressToGo(page, "d", "/dashboard");

  await page.goto("/dashboard/tickets");
  await page.getByPlaceholder("Search tickets...").focus();
  await page.keyboard.type("go");
  await expect(page.getByPlaceholder("Search tickets...")).toHaveValue("go");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/tickets/);
});

test("j and k move through the list from anywhere, and Enter opens; the ticket's keys work when the focus is lost", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard/tickets");
  const rows = page.getByRole("list", { name: "Tickets" }).getByRole("link");
  await rows.first().waitFor();
  await page.keyboard.press("j");
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press("k");
  await expect(rows.nth(1)).toBeFocused();
  // After work elsewhere the keys continue where they were.
  await page.evaluate("document.activeElement.blur()");
  await page.keyboard.press("k");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");

  const ticket = ticketScreen(page);
  await expect(ticket.composer).toBeVisible();
  await page.evaluate("document.activeElement.blur()");
  await page.keyboard.press("n");
  await expect(ticket.dialog.getByPlaceholder("Add an internal note...")).toBeFocused();
  await page.evaluate("document.activeElement.blur()");
  await page.keyboard.press("r");
  await expect(ticket.composer).toBeFocused();
  await page.keyboard.type("gt jk");
  await expect(ticket.composer).toHaveValue("gt jk");
  await page.evaluate("document.activeElement.blur()");
  await page.keyboard.press("s");
  const status = page.getByRole("dialog", { name: /^Update Ticket Status/ });
  await expect(status).toBeVisible();

  // Below another dialog no key does anything, and no section changes.
  await status.getByRole("button", { name: "Close" }).focus();
  for (const key of ["r", "n", "g", "o", "?", "Control+k"]) await page.keyboard.press(key);
  await expect(page.getByRole("dialog")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(status).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\/tickets/);
  await ticket.composer.fill("");
  // The first Escape leaves the composer, the second the ticket.
  await page.keyboard.press("Escape");
  await expect(ticket.composer).not.toBeFocused();
  await page.keyboard.press("Escape");
  await expect(rows.nth(1)).toBeFocused();

  // An open ticket does not stop one from going elsewhere.
  await page.keyboard.press("Enter");
  await expect(ticket.composer).toBeVisible();
  await ticket.dialog.getByRole("tab", { name: /^Messages/ }).focus();
  await pressToGo(page, "o", "/dashboard/orders");
  await expect(ticket.dialog).toBeHidden();
});

test("? shows every key, at every width, and gives the focus back", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard/tickets");
  const rows = page.getByRole("list", { name: "Tickets" }).getByRole("link");
  await rows.first().waitFor();
  await page.keyboard.press("j");
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const does of [
    "Search and commands",
    "Next entry",
    "Write a reply",
    "Agent Resources",
    "Close what is on top",
  ]) {
    await expect(sheet.getByText(does).first()).toBeVisible();
  }
  expect(await findAccessFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 700 });
  await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  await page.keyboard.press("Escape");
  await expect(rows.first()).toBeFocused();
});

test("commands do what they say", async () => {
  const page = await signInAtDemoStore(desk, "supervisor");
  await page.goto("/dashboard/tickets");
  await page.getByRole("list", { name: "Tickets" }).getByRole("link").first().waitFor();
  const dialog = page.getByRole("dialog", { name: "Search", exact: true });
  const run = async (typed: string, label: string) => {
    await page.keyboard.press("Control+k");
    await dialog.getByRole("combobox").fill(typed);
    await dialog.getByRole("option", { name: label }).click();
    await expect(dialog).toBeHidden();
  };
  await run("go ord", "Go to Orders");
  await expect(page).toHaveURL(/\/dashboard\/orders$/);
  await run("archive", "View Archive");
  await expect(page).toHaveURL(/\/dashboard\/tickets\?view=archive/);
  await run("new ticket", "New Ticket");
  await expect(page).toHaveURL(/new=ticket/);
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await run("keyboard", "Keyboard shortcuts");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await run("mark all", "Mark all notifications as read");
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  await run("settings", "Settings");
  await expect(page).toHaveURL(/settings=profile/);
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await run("sign out", "Logout");
  await expect(page).toHaveURL(/\/login$/);
});
