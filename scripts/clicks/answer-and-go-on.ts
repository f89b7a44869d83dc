import type { Locator, Page } from "playwright";
import { countGestures } from "./count-gestures.ts";

export type Device = "mouse" | "keys";

/** Something that was done, and how many clicks or presses it took. */
export type Done = { name: string; count: number };

/** What follows by itself is waited for that long; whatever takes longer is no help to anybody. */
const patienceMs = 3_000;
/** A reply may be held back for a while in which it can be taken back. */
const leavesWithinMs = 60_000;

/**
 * Answers a ticket, has it wait for its customer, and stands in another one, each step in the shortest way that the screen offers;
 * from the list, or else from the ticket that is open. Throws where the ticket was not answered, does not wait, or no other is open.
 */
export async function answerAndGoOn(page: Page, device: Device, isFromList: boolean): Promise<Done[]> {
  const gestures = await countGestures(page);
  const done: Done[] = [];
  async function take(name: string, work: () => Promise<unknown>): Promise<void> {
    const at = await gestures.count();
    await work();
    const count = (await gestures.count()) - at;
    if (count > 0) done.push({ name, count });
  }
  const by = device === "mouse" ? byMouse(page) : byKeys(page);
  if (isFromList) await take("open", by.open);
  const number = await openNumber(page);
  await take("go to the field", async () => {
    if (!(await isFocused(by.field))) await by.goToField();
  });
  await page.keyboard.type("Yes, we have one.");
  const sendsWithStatus = await page.getByRole("button", { name: "Send and set the status" }).isVisible();
  await take("send", () => (sendsWithStatus ? by.sendAndSetPending() : by.send()));
  const isInAnother = async () => (await openNumber(page).catch(() => number)) !== number;
  const goesOn = sendsWithStatus && (await becomes(isInAnother, patienceMs));
  if (!sendsWithStatus) {
    await page.getByText("Reply sent successfully!").waitFor();
    await take("set Pending", by.setPending);
  }
  if (!goesOn) await take("go to the next", by.goOn);
  if (!(await becomes(isInAnother, patienceMs))) throw new Error(`No other ticket is open after ${number}`);
  if (!(await becomes(() => isAnswered(page, number), leavesWithinMs))) {
    throw new Error(`Ticket ${number} was not answered, or does not wait for its customer`);
  }
  return done;
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: /^Ticket: \d+$/ });
const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

/** The number of the ticket that is open and has its thread. */
async function openNumber(page: Page): Promise<string> {
  const dialog = dialogOf(page);
  await dialog.getByRole("textbox", { name: "Your reply" }).waitFor({ timeout: patienceMs });
  return (await dialog.getByRole("heading", { level: 2 }).textContent()) ?? "";
}

/** The steps by mouse alone. */
function byMouse(page: Page) {
  const dialog = dialogOf(page);
  const rows = page.getByRole("list", { name: "Tickets" }).getByRole("link");
  const field = dialog.getByRole("textbox", { name: "Your reply" });
  return {
    field,
    open: () => rows.first().click(),
    goToField: () => field.click(),
    send: () => dialog.getByRole("button", { name: "Send Reply" }).click(),
    async sendAndSetPending() {
      await dialog.getByRole("button", { name: "Send and set the status" }).click();
      await page.getByRole("menuitem", { name: "Send and set Pending" }).click();
    },
    async setPending() {
      await dialog.getByRole("button", { name: "Update Status" }).click();
      const status = page.getByRole("dialog", { name: /^Update Ticket Status/ });
      await status.getByRole("radio", { name: /^Pending/ }).click();
      await status.getByRole("button", { name: "Update Status" }).click();
      await status.waitFor({ state: "hidden" });
    },
    async goOn() {
      const next = dialog.getByRole("button", { name: "Next ticket" });
      if (await next.isVisible()) return next.click();
      const id = new URL(page.url()).searchParams.get("ticket");
      await dialog.getByRole("button", { name: "Close", exact: true }).click();
      await page.locator(`[data-row="${id}"] + [data-row]`).getByRole("link").first().click();
    },
  };
}

/** The steps by keys alone. */
function byKeys(page: Page) {
  const { keyboard } = page;
  const { field } = byMouse(page);
  const status = page.getByRole("dialog", { name: /^Update Ticket Status/ });
  return {
    field,
    async open() {
      await page.getByRole("list", { name: "Tickets" }).getByRole("link").first().waitFor();
      await keyboard.press("j");
      await keyboard.press("Enter");
    },
    goToField: () => keyboard.press("r"),
    send: () => keyboard.press("Control+Enter"),
    // What was chosen last, as it is by whoever works through a list.
    sendAndSetPending: () => keyboard.press("Control+Shift+Enter"),
    async setPending() {
      if (await isFocused(field)) await keyboard.press("Shift+Tab");
      await keyboard.press("s");
      await status.waitFor();
      const pending = status.getByRole("radio", { name: /^Pending/ });
      for (let tries = 0; !(await pending.isChecked()); tries++) {
        if (tries === 6) throw new Error("No key leads to Pending");
        await keyboard.press("ArrowDown");
      }
      const save = status.getByRole("button", { name: "Update Status" });
      for (let tries = 0; !(await isFocused(save)); tries++) {
        if (tries === 10) throw new Error("Tab does not lead to the button");
        await keyboard.press("Tab");
      }
      await keyboard.press("Enter");
      await status.waitFor({ state: "hidden" });
    },
    async goOn() {
      const dialog = dialogOf(page);
      if (await dialog.getByRole("button", { name: "Next ticket" }).isVisible()) return keyboard.press("j");
      await keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await keyboard.press("j");
      await keyboard.press("Enter");
    },
  };
}

async function isAnswered(page: Page, heading: string): Promise<boolean> {
  const number = /\d+/.exec(heading)?.[0] ?? "";
  const response = await page.request.get(`/api/tickets?search=${number}`);
  const { items }: { items: { ticketNumber: string; status: string; messageCount: number }[] } = await response.json();
  const ticket = items.find(({ ticketNumber }) => Number(ticketNumber) === Number(number));
  return ticket?.status === "pending" && ticket.messageCount > 1;
}

async function becomes(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until; ) {
    if (await isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
