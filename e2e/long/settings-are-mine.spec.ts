import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { pixel } from "../pixel.ts";
import { seesAfter } from "../sees-after.ts";
import { settingsOf } from "../settings-of.ts";
import { signIn } from "../sign-in.ts";
import type { Store } from "../sign-up-store.ts";
import { listedTickets, openTicket } from "../ticket-screen.ts";

const desk = await openDesk();

test("my name and picture change at once, a new password ends my other sessions, and the next person to sign in finds nothing of mine", async () => {
  const mine = await desk.newStore("mine-alone");
  const [phone, library] = [await desk.newPage(), await desk.newPage()];
  for (const other of [phone, library]) {
    await signIn(desk, other.context(), mine.email, mine.password);
    await other.goto(mine.ticketsPath);
    await expect(other.getByText("No active tickets found")).toBeVisible();
  }
  await beCalledOtherwise(mine, phone);
  await endSessions(mine, [phone, library]);
  await handOver(mine);
});

/** Changes the name by keyboard alone; the next reply has it. */
async function beCalledOtherwise({ page, address, ticketsPath }: Store, elsewhere: Page): Promise<void> {
  const ilse = desk.newCustomer("Ilse Brand", "ilse@brand.example");
  await ilse.writes({ to: address, subject: "Two left slippers", text: "Both are left ones." });
  await page.goto(ticketsPath);
  await expect(listedTickets(page, "Two left slippers")).toBeVisible();
  await page.getByRole("button", { name: "Settings" }).focus();
  await page.keyboard.press("Enter");
  const settings = settingsOf(page);
  const panel = settings.getByRole("tabpanel");
  const name = settings.getByLabel("Name", { exact: true });
  await expect(name).toBeFocused();
  await name.fill("   ");
  await page.keyboard.press("Enter");
  await expect(settings.getByText("Name cannot be empty")).toBeVisible();
  await name.fill("Olive C. Brandt");
  await page.context().setOffline(true);
  await page.keyboard.press("Enter");
  await expect(settings.getByRole("alert")).toContainText("Deskhand could not be reached");
  await expect(name).toHaveValue("Olive C. Brandt");
  await page.context().setOffline(false);
  await seesAfter(() => page.keyboard.press("Enter"), panel, "Name saved");

  const picture = settings.getByLabel("Picture");
  await picture.setInputFiles({ name: "x.png", mimeType: "image/png", buffer: Buffer.from("no") });
  await expect(settings.getByRole("alert")).toContainText("This file is no PNG, JPEG, WebP or GIF picture");
  await picture.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: pixel });
  await expect(settings.getByRole("button", { name: /^Position/ })).toBeFocused();
  await seesAfter(() => settings.getByRole("button", { name: "Use picture" }).click(), panel, "Picture saved");
  await page.keyboard.press("Escape");
  await expect(settings).toBeHidden();
  await expect(page.getByRole("button", { name: "Settings" })).toBeFocused();
  await expect(page.locator("header img")).toHaveJSProperty("naturalWidth", 256);

  const there = await openTicket(elsewhere, "Two left slippers");
  const ticket = await openTicket(page, "Two left slippers");
  await ticket.reply("A right one is on its way.");
  await expect(there.message("A right one is on its way.")).toContainText("From: Olive C. Brandt");
  expect((await desk.mailbox.next(ilse.email)).text).toMatch(/^A right one is on its way\.$/m);
}

/** Ends one session with its button and the others with a new password. */
async function endSessions({ page, email, password }: Store, others: Page[]): Promise<void> {
  await page.goto("/dashboard/tickets?settings=sessions");
  const settings = settingsOf(page);
  const sessions = settings.getByRole("table", { name: "Sessions" }).locator("tbody").getByRole("row");
  await expect(sessions).toHaveCount(3);
  await expect(sessions.first()).toContainText("This device");
  await sessions
    .nth(1)
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await expect(sessions).toHaveCount(2);
  const left = () => others.filter((other) => other.url().includes("/login"));
  await expect.poll(() => left().length).toBe(1);

  await settings.getByRole("tab", { name: "Sessions" }).press("ArrowLeft");
  await settings.getByRole("tab", { name: "Security" }).press("ArrowLeft");
  const current = settings.getByLabel("Current password");
  const typeNew = async (wanted: string) => {
    await settings.getByLabel("New password", { exact: true }).fill(wanted);
    await settings.getByLabel("New password again").fill(wanted);
    await page.keyboard.press("Enter");
  };
  await current.fill("not my password");
  await typeNew("mine-alone1");
  await expect(settings.getByText("It is your e-mail address, your name or your store's name.")).toBeVisible();
  // Leaving asks first, and the typed text is still there.
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Discard changes?" }).getByRole("button", { name: "Keep editing" }).click();
  await expect(current).toHaveValue("not my password");
  await typeNew("three green kettles");
  await expect(settings.getByText("This is not your current password")).toBeVisible();
  await current.fill(password);
  await page.keyboard.press("Enter");
  await expect(settings.getByText("Password changed. You were signed out on one other device.")).toBeVisible();
  await expect.poll(() => left().length).toBe(2);
  for (const other of others)
    await expect(other.getByText("Your session has ended. Sign in to go on where you were")).toBeVisible();
  expect((await desk.mailbox.next(email)).subject).toBe("Your Deskhand password was changed");
  await page.keyboard.press("Escape");
}

/** Signs in another person in the same browser. */
async function handOver({ page, browser, ticketsPath }: Store): Promise<void> {
  const otherStore = await desk.newStore("theirs-now");
  await page.goto(ticketsPath);
  await expect(listedTickets(page, "Two left slippers")).toHaveCount(1);
  await signIn(desk, browser, otherStore.email, otherStore.password);
  const other = await browser.newPage();
  await other.goto(ticketsPath);
  await expect(other.getByText("No active tickets found")).toBeVisible();
  // The page is theirs now or, if it asked the server in the middle of this, asks who they are.
  await expect(page.getByText(otherStore.email).or(page.getByPlaceholder("Enter your password"))).toBeVisible();
  await expect(listedTickets(page, "Two left slippers")).toHaveCount(0);

  // The browser kept the page when it was left, and brings it back.
  const loaded = other.waitForEvent("load");
  await other.evaluate(() => setTimeout(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))));
  await loaded;
}
