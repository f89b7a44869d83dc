import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLive } from "./open-live.ts";
import { settingsOf } from "./settings-of.ts";
import { signIn } from "./sign-in.ts";
import type { Store } from "./sign-up-store.ts";
import { tabTo } from "./tab-to.ts";
import { openTicket } from "./ticket-screen.ts";
import { toastsOf } from "./toasts-of.ts";

const desk = await openDesk();
const bellOf = (page: Page) => page.getByRole("button", { name: /^Notifications/ });

test("wanted notifications reach a person where they are, in one toast and one tab, and are read on every device", async () => {
  const store = await desk.newStore("ondes-musicales");
  const { browser, page, ticketsPath } = store;
  await browser.grantPermissions(["notifications"]);
  await browser.addInitScript(standInForTheSystem);
  await openLive(page, ticketsPath);
  await choose(store);
  await closeToasts(store);

  const elsewhere = await desk.newBrowser();
  await signIn(desk, elsewhere, store.email, store.password);
  const phone = await elsewhere.newPage();
  await openLive(phone, ticketsPath);
  await readOnBoth(store, phone);
  await tellInBackground(store);
});

/** Turns notifications off: these are neither shown nor counted. */
async function choose(store: Store): Promise<void> {
  const { page } = store;
  await openChoices(page);
  const choices = settingsOf(page);
  const newTickets = choices.getByRole("switch", { name: "New tickets" });
  // A choice shows at once, but is saved only once the server says so.
  const saved = () => page.waitForResponse((answer) => answer.request().method() === "PUT");
  await Promise.all([saved(), newTickets.uncheck()]);
  await page.reload();
  await expect(newTickets).not.toBeChecked();
  await expect(choices.getByRole("switch", { name: "Customer replies" })).toBeChecked();
  await page.keyboard.press("Escape");
  await write(store, "Unwanted");
  await expect(page.getByRole("link", { name: "Unwanted" })).toBeVisible();
  await expect(page).toHaveTitle("Tickets · Deskhand");
  await openChoices(page);
  await Promise.all([saved(), newTickets.check()]);
  const desktop = choices.getByRole("switch", { name: "Desktop notifications" });
  await desktop.click();
  await expect(desktop).toBeChecked();
  await choices.getByRole("switch", { name: "Sound" }).check();
  await page.keyboard.press("Escape");
}

/** Over a ticket: reaches a toast by keyboard, closes it by Escape alone, and opens what it is about. */
async function closeToasts(store: Store): Promise<void> {
  const { page } = store;
  const ticket = await openTicket(page, "Unwanted");
  await ticket.composer.fill("Which wheel is it, exactly?");
  await write(store, "A string that broke");
  const toast = (words: string) => toastsOf(page).filter({ hasText: words });
  await toast("A string that broke").hover();
  await tabTo(page, toast("A string that broke").getByRole("button", { name: "Dismiss" }));
  await page.keyboard.press("Escape");
  await expect(toast("A string that broke")).toBeHidden();
  await expect(ticket.dialog).toBeVisible();
  await write(store, "A case as well");
  await toast("A case as well").getByRole("button", { name: "New ticket created" }).click();
  await expect(ticket.message("About: A case as well")).toBeVisible();
  await ticket.close();
}

async function readOnBoth(store: Store, phone: Page): Promise<void> {
  const { page } = store;
  // From here on everything is new.
  await bellOf(page).click();
  await expect(page).toHaveTitle("Tickets · Deskhand");
  // What comes before the server has marked all would be marked as well.
  const marked = page.waitForResponse((response) => response.url().endsWith("/api/notifications/read-all"));
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await marked;
  await page.keyboard.press("Escape");
  const subjects = Array.from({ length: 12 }, (_, index) => `Many ${index}`);
  await Promise.all(subjects.map((subject) => write(store, subject)));
  for (const screen of [page, phone]) await expect(screen).toHaveTitle("(12) Tickets · Deskhand");
  await bellOf(page).click();
  for (const screen of [page, phone]) await expect(screen).toHaveTitle("Tickets · Deskhand");
  await page.getByRole("button", { name: "View all notifications" }).click();
  const all = page.getByRole("dialog", { name: "Notifications", exact: true });
  await all.getByRole("tab", { name: "Unread 12" }).click();
  const rows = all.getByRole("listitem");
  const marks = rows.first().getByRole("button", { name: /^Mark as read/ });
  await marks.focus();
  await page.keyboard.press("Enter");
  await expect(all.getByRole("tab", { name: "Unread 11" })).toBeVisible();
  await expect(rows.first().getByRole("button").first()).toBeFocused();
  await all.getByRole("button", { name: "Mark all as read" }).click();
  await expect(all.getByText("No unread notifications")).toBeVisible();
  await bellOf(phone).click();
  await expect(phone.getByRole("button", { name: "Mark all as read" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(bellOf(page)).toBeFocused();
}

/** With two tabs in the background, one rings and raises a system notification, which opens the ticket. */
async function tellInBackground(store: Store): Promise<void> {
  const { browser, page, ticketsPath } = store;
  const other = await browser.newPage();
  await openLive(other, ticketsPath);
  await openLive(page, ticketsPath);
  for (const tab of [other, page]) await tab.evaluate(() => window.hide());
  await write(store, "In the background");
  for (const tab of [other, page]) await expect(tab).toHaveTitle("(1) Tickets · Deskhand");
  const raisedIn = (tab: Page) => tab.evaluate(() => window.raised.map(({ title }) => title));
  const raised = async () => [...(await raisedIn(page)), ...(await raisedIn(other))];
  await expect.poll(raised).toEqual(["New Ticket"]);
  const [notified = other, silent = page] = (await raisedIn(page)).length > 0 ? [page, other] : [other, page];
  expect(await silent.evaluate(() => window.rings.length)).toBe(0);
  await notified.evaluate(() => window.raised[0]?.onclick?.());
  await expect(notified.getByText("About: In the background").first()).toBeVisible();
}

function write({ address }: Store, subject: string): Promise<string> {
  const ruth = desk.newCustomer("Ruth", "ruth@rain.example");
  return ruth.writes({ to: address, subject, text: `About: ${subject}` });
}

async function openChoices(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  await settingsOf(page).getByRole("tab", { name: "Notifications" }).click();
  await expect(settingsOf(page).getByRole("switch").first()).toBeVisible();
}

declare global {
  interface Window extends Stage {}
}

interface Stage {
  raised: { title: string; onclick?: () => void }[];
  /** One entry per sound played. */
  rings: true[];
  hide: () => void;
}

/** Records system notifications, keeps toasts until they are read, and lets a page go into the background. */
function standInForTheSystem(): void {
  const raised: Stage["raised"] = [];
  const rings: Stage["rings"] = [];
  OscillatorNode.prototype.start = () => void rings.push(true);
  let visibility = "visible";
  class Recorded {
    static permission = "granted";
    static requestPermission = async () => "granted";
    title: string;
    onclick?: () => void;
    constructor(title: string) {
      this.title = title;
      raised.push(this);
    }
    close() {}
  }
  Object.defineProperty(document, "visibilityState", { get: () => visibility });
  Object.defineProperty(document, "hidden", { get: () => true });
  Object.assign(globalThis, {
    Notification: Recorded,
    raised,
    rings,
    hide: () => {
      visibility = "hidden";
      document.dispatchEvent(new Event("visibilitychange"));
    },
  });
}
