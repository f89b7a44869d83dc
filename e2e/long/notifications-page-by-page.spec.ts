import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { findAccessFaults } from "../find-access-faults.ts";
import { openLive } from "../open-live.ts";
import { settingsOf } from "../settings-of.ts";
import { signIn } from "../sign-in.ts";
import type { Store } from "../sign-up-store.ts";

const desk = await openDesk();
const bellOf = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const allOf = (page: Page) => page.getByRole("dialog", { name: "Notifications", exact: true });

test("a notification read on one device is read on the other, by keyboard and page by page", async () => {
  const store = await desk.newStore("cristal-baschet");
  const { page, ticketsPath } = store;
  await openLive(page, ticketsPath);
  await expect(page.getByText("No active tickets found")).toBeVisible();
  await writeMany(store);
  await page.route("**/api/notifications", (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await bellOf(page).click();
  await expect(page.getByText("Failed to load notifications")).toBeVisible();
  await expect(page.getByText("No notifications yet")).toBeHidden();
  await page.unroute("**/api/notifications");
  await page.reload();

  const phone = await signInAgain(store);
  await expect(phone).toHaveTitle("(40) Tickets · Deskhand");
  await expect(page).toHaveTitle("(40) Tickets · Deskhand");

  await bellOf(page).click();
  await expect(page).toHaveTitle("Tickets · Deskhand");
  await expect(phone).toHaveTitle("Tickets · Deskhand");
  await page.getByRole("button", { name: "View all notifications" }).click();
  const all = allOf(page);
  await expect(all.getByRole("tab", { name: "Unread 40" })).toBeVisible();
  const rows = all.getByRole("listitem");
  const rowAt = (place: number) => all.locator(`[aria-posinset="${place}"]`);
  // Only the rows near the window are drawn.
  await expect(rows.last()).toHaveAttribute("aria-setsize", "-1");
  expect(await findAccessFaults(page)).toEqual([]);
  await rows.first().getByRole("button").first().focus();
  await page.keyboard.press("End");
  await expect(rowAt(20).getByRole("button").first()).toBeFocused();
  await expect(rowAt(21)).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await expect(rowAt(21).getByRole("button").first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(rowAt(40).getByRole("button").first()).toBeFocused();
  await expect(rows.last()).toHaveAttribute("aria-setsize", "40");

  await all.getByRole("tab", { name: "Unread 40" }).click();
  await expect(rowAt(1)).toBeVisible();
  const [, second = ""] = await rows.allTextContents();
  const subject = /Many \d+/.exec(second)?.[0] ?? "";
  await rows
    .first()
    .getByRole("button", { name: /^Mark as read/ })
    .focus();
  await page.keyboard.press("Enter");
  await expect(all.getByRole("tab", { name: "Unread 39" })).toBeVisible();
  await expect(rows.first()).toContainText(new RegExp(`${subject}(?!\\d)`));
  await expect(rows.first().getByRole("button").first()).toBeFocused();
  await all.getByRole("button", { name: "Mark all as read" }).click();
  await expect(all.getByText("No unread notifications")).toBeVisible();
  await bellOf(phone).click();
  await expect(phone.getByRole("button", { name: "Mark all as read" })).toBeDisabled();

  await page.keyboard.press("Escape");
  await expect(all).toBeHidden();
  await expect(bellOf(page)).toBeFocused();
});

test("where desktop notifications are turned on, a browser that blocks them is named", async () => {
  const { browser, page, ticketsPath } = await desk.newStore("slit-drum");
  await browser.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });
  await openLive(page, ticketsPath);
  await openChoices(page);
  const desktop = settingsOf(page).getByRole("switch", { name: "Desktop notifications" });
  await desktop.click();
  await expect(page.getByText("Your browser blocks notifications from Deskhand")).toBeVisible();
  await expect(desktop).not.toBeChecked();
  expect(await findAccessFaults(page)).toEqual([]);
});

async function openChoices(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  await settingsOf(page).getByRole("tab", { name: "Notifications" }).click();
  await expect(settingsOf(page).getByRole("switch").first()).toBeVisible();
}

/** Makes twenty customers write twice: more new tickets would share one notification. */
async function writeMany({ address }: Store): Promise<void> {
  const all = Array.from({ length: 20 }, (_, index) => desk.newCustomer(`C${index}`, `c${index}@many.example`));
  await Promise.all(
    all.map(async (customer, index) => {
      const first = await customer.writes({ to: address, subject: `Many ${index}`, text: "Hello" });
      const answering = { inReplyTo: first, references: [first] };
      await customer.writes({ to: address, subject: `Re: Many ${index}`, text: "Hello again", ...answering });
    }),
  );
}

/** Signs in the same person on another device. */
async function signInAgain({ email, password, ticketsPath }: Store): Promise<Page> {
  const browser = await desk.newBrowser();
  await signIn(desk, browser, email, password);
  const page = await browser.newPage();
  await openLive(page, ticketsPath);
  return page;
}
