import type { Locator, Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLive } from "./open-live.ts";
import { pixel } from "./pixel.ts";
import { signIn } from "./sign-in.ts";
import { listedTickets, openTicket, ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();

const toast = (page: Page, words: string | RegExp): Locator =>
  page.getByRole("list", { name: "Just now" }).getByRole("listitem").filter({ hasText: words });
const undo = (page: Page) => page.getByRole("button", { name: "Undo", exact: true });

/** A store with a ticket that is open, whose admin can undo for so many seconds. */
async function withTicket(name: string, undoSeconds: number) {
  const store = await desk.newStore(name);
  const { page, browser, address, ticketsPath } = store;
  await browser.request.patch("/api/desk/preferences", { data: { undoSeconds, afterSend: "stay" } });
  const ines = desk.newCustomer("Inês Duarte", `ines@${name}-duarte.example`);
  await ines.writes({ to: address, subject: "Cracked vase", text: "My blue vase arrived with a crack." });
  await page.goto(ticketsPath);
  await expect(listedTickets(page, "Cracked vase")).toBeVisible();
  const ticket = await openTicket(page, "Cracked vase");
  const send = (text: string) => ticket.composer.fill(text).then(() => page.keyboard.press("Control+Enter"));
  return { ...store, ines, ticket, send, received: () => desk.mailbox.all(ines.email) };
}

/** Long enough for a mail that had been sent to be here. */
const aWhile = (page: Page) => page.waitForTimeout(2_500);

test("a reply that is undone comes back with its file, and nothing has left; sent again it leaves once", async () => {
  const { page, ticket, send, received, ines } = await withTicket("undo-once", 10);
  await ticket.dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "label.png", mimeType: "image/png", buffer: pixel });
  const file = ticket.dialog.getByRole("list", { name: "Files of the reply" }).getByRole("listitem");
  await expect(file).toContainText("label.png");
  await expect(ticket.dialog.getByRole("button", { name: "Remove label.png" })).toBeVisible();
  await ticket.composer.fill("A new vase is on its way.");
  await ticket.dialog.getByRole("button", { name: "Send Reply" }).dblclick();
  await expect(toast(page, "Sending to Ticket: 0001")).toBeVisible();
  await expect(ticket.composer).toHaveValue("");
  await expect(file).toHaveCount(0);
  // What is written meanwhile stands below what comes back.
  await ticket.composer.fill("P.S. Thank you.");
  await undo(page).click();
  await expect(ticket.composer).toHaveValue("A new vase is on its way.\n\nP.S. Thank you.");
  await expect(ticket.composer).toBeFocused();
  await expect(file).toContainText("label.png");
  await page.waitForTimeout(11_000);
  expect(received()).toEqual([]);

  await page.keyboard.press("Control+Enter");
  await toast(page, "Sending to").getByRole("button", { name: "Send now" }).click();
  await expect(toast(page, "Reply sent successfully!")).toContainText("Ticket: 0001");
  await expect(ticket.message("A new vase is on its way.")).toHaveCount(1);
  const mail = await desk.mailbox.next(ines.email);
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(["label.png"]);
  await expect(toast(page, "Reply sent")).toHaveCount(0);
  await send("And another.");
  await page.keyboard.press("z");
  await expect(ticket.composer).toHaveValue("And another.");
  await aWhile(page);
  expect(received()).toHaveLength(1);
});

test("undone offline, it is not sent, also after the connection is back; what waits offline leaves then", async () => {
  const { page, browser, ticket, send, received, ines } = await withTicket("undo-offline", 10);
  await send("Never mind this.");
  await browser.setOffline(true);
  await expect(toast(page, "Waiting for a connection: Ticket: 0001")).toBeVisible();
  await undo(page).click();
  await expect(ticket.composer).toHaveValue("Never mind this.");
  await browser.setOffline(false);
  await aWhile(page);
  expect(received()).toEqual([]);

  await ticket.composer.fill("This one, then.");
  await page.keyboard.press("Control+Enter");
  await browser.setOffline(true);
  await expect(toast(page, "Waiting for a connection")).toBeVisible();
  await browser.setOffline(false);
  expect((await desk.mailbox.next(ines.email)).text).toContain("This one, then.");
  await aWhile(page);
  expect(received()).toHaveLength(1);
});

test("reloading or closing the page sends it at once, and once; a response that was lost does not send it twice", async () => {
  const { page, browser, ticket, send, received, ines, ticketsPath } = await withTicket("undo-leaving", 30);
  await send("Sent by reloading.");
  await expect(toast(page, "Sending to")).toBeVisible();
  await page.reload();
  expect((await desk.mailbox.next(ines.email)).text).toContain("Sent by reloading.");
  await expect(ticket.message("Sent by reloading.")).toHaveCount(1);
  await expect(toast(page, "Sending to")).toHaveCount(0);

  await send("Sent by closing.");
  await expect(toast(page, "Sending to")).toBeVisible();
  await page.close();
  expect((await desk.mailbox.next(ines.email)).text).toContain("Sent by closing.");

  const next = await browser.newPage();
  await next.goto(ticketsPath);
  const again = await openTicket(next, "Cracked vase");
  await expect(again.message("Sent by closing.")).toHaveCount(1);
  await expect(again.composer).toHaveValue("");
  let lost = 0;
  await next.route("**/api/tickets/*/replies", async (route) => {
    await route.fetch();
    lost += 1;
    await route.abort();
  });
  await again.composer.fill("Heard of twice, read once.");
  await next.keyboard.press("Control+Enter");
  await next.getByRole("button", { name: "Send now" }).click();
  await expect.poll(() => lost).toBeGreaterThan(1);
  await next.unroute("**/api/tickets/*/replies");
  await expect(toast(next, "Reply sent successfully!")).toBeVisible();
  await expect(again.message("Heard of twice, read once.")).toHaveCount(1);
  await aWhile(next);
  expect(received()).toHaveLength(3);
});

test("of two tabs one sends, and the other can undo", async () => {
  const { page, browser, ticket, send, received } = await withTicket("undo-tabs", 10);
  const other = await browser.newPage();
  await openLive(other, "/dashboard");
  await send("For both tabs.");
  await expect(toast(other, "Sending to Ticket: 0001")).toBeVisible();
  await undo(other).click();
  await expect(ticketScreen(other).composer).toHaveValue("For both tabs.");
  await expect(toast(page, "Sending to")).toHaveCount(0);
  await expect(ticket.composer).toHaveValue("For both tabs.");
  await ticketScreen(other).composer.press("Control+Enter");
  await expect(toast(page, "Sending to")).toBeVisible();
  await expect(ticket.message("For both tabs.").getByText("Sent", { exact: true })).toBeVisible({ timeout: 40_000 });
  await aWhile(page);
  expect(received()).toHaveLength(1);
});

test("what is refused after one has moved on is in its composer again, and says so until it is read", async () => {
  const { page, ticket, send, ines, received } = await withTicket("undo-refused", 30);
  await send("First answer.");
  await toast(page, "Sending to").getByRole("button", { name: "Send now" }).click();
  const first = await desk.mailbox.next(ines.email);
  await send("We send a new one.");
  await ticket.close();
  await ines.replies(first, "No need, I found it.");
  const messages = async () => (await (await page.request.get("/api/tickets")).json()).items[0].messageCount;
  await expect.poll(messages).toBe(3);
  await toast(page, "Sending to").getByRole("button", { name: "Send now" }).click();
  const told = toast(page, "Your reply to Ticket: 0001 was not sent");
  await expect(told).toContainText("The conversation moved on");
  await expect(told).toBeVisible();
  await told.getByRole("button", { name: /was not sent/ }).click();
  await expect(ticket.composer).toHaveValue("We send a new one.");
  await aWhile(page);
  expect(received()).toHaveLength(1);
});

test("what one tab sends and is refused is told in all, until it is closed in one", async () => {
  const { page, browser, ticket, received } = await withTicket("undo-refused-tabs", 10);
  const other = await browser.newPage();
  await openLive(other, "/dashboard");
  await ticket.composer.fill("Too late.");
  await page.keyboard.press("Control+Enter");
  await expect(toast(other, "Sending to")).toBeVisible();
  const { id } = (await (await browser.request.get("/api/tickets")).json()).items[0];
  await browser.request.post(`/api/tickets/${id}/status`, { data: { status: "resolved", expectedStatus: "open" } });
  for (const tab of [page, other])
    await expect(toast(tab, "Your reply to Ticket: 0001 was not sent")).toContainText("once the ticket is reopened");
  await toast(page, "was not sent").getByRole("button", { name: "Dismiss" }).click();
  await expect(toast(other, "was not sent")).toHaveCount(0);
  await aWhile(page);
  expect(received()).toEqual([]);
});

test("somebody else who signs in at the browser neither sees nor sends it; its writer finds it again", async () => {
  const { page, browser, email, password, send, received } = await withTicket("undo-mine", 10);
  const stranger = await desk.newStore("undo-stranger");
  await send("Only mine.");
  await expect(toast(page, "Sending to")).toBeVisible();
  await signIn(desk, browser, stranger.email, stranger.password);
  const theirs = await browser.newPage();
  await theirs.goto("/dashboard/tickets");
  await expect(theirs.getByText("No active tickets found")).toBeVisible();
  await expect(toast(theirs, "Ticket: 0001")).toHaveCount(0);
  await theirs.waitForTimeout(12_000);
  expect(received()).toEqual([]);

  // As the next day has it: where no desk is open that would send it, now that its writer is here again.
  await page.close();
  await theirs.goto("/docs");
  await theirs.evaluate(() => {
    for (const [key, value] of Object.entries<string>({ ...localStorage })) {
      if (!key.startsWith("deskhand-held:")) continue;
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), due: Date.now() - 86_400_000 }));
    }
  });
  await signIn(desk, browser, email, password);
  await theirs.goto("/dashboard/tickets");
  const told = toast(theirs, "Your reply to Ticket: 0001 was not sent");
  await told.getByRole("button", { name: /was not sent/ }).click();
  await expect(ticketScreen(theirs).composer).toHaveValue("Only mine.");
  expect(received()).toEqual([]);
});

test("signing out sends what is held", async () => {
  const { page, send, ines } = await withTicket("undo-logout", 30);
  await send("Before I go.");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect((await desk.mailbox.next(ines.email)).text).toContain("Before I go.");
});
