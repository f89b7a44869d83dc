import type { Locator, Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { openLive } from "../open-live.ts";
import { pixel } from "../pixel.ts";
import { listedTickets, openTicket, ticketScreen } from "../ticket-screen.ts";

const desk = await openDesk();

const toast = (page: Page, words: string): Locator =>
  page.getByRole("list", { name: "Just now" }).getByRole("listitem").filter({ hasText: words });
const undo = (page: Page) => page.getByRole("button", { name: "Undo", exact: true });

test("an undone reply comes back in either tab, after a reload too, and is never sent; others are sent once, even after page or writer are gone", async () => {
  const { page, browser, address, ticketsPath } = await desk.newStore("undo-send");
  await browser.request.patch("/api/desk/preferences", { data: { undoSeconds: 30, afterSend: "stay" } });
  const ines = desk.newCustomer("Inês Duarte", "ines@undo-duarte.example");
  await ines.writes({ to: address, subject: "Cracked vase", text: "My blue vase arrived with a crack." });
  await page.goto(ticketsPath);
  await expect(listedTickets(page, "Cracked vase")).toBeVisible();
  const ticket = await openTicket(page, "Cracked vase");
  const send = (text: string) => ticket.composer.fill(text).then(() => page.keyboard.press("Control+Enter"));

  await ticket.dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "label.png", mimeType: "image/png", buffer: pixel });
  const file = ticket.dialog.getByRole("list", { name: "Files of the reply" }).getByRole("listitem");
  await expect(ticket.dialog.getByRole("button", { name: "Remove label.png" })).toBeVisible();
  await ticket.composer.fill("A new vase is on its way.");
  await ticket.dialog.getByRole("button", { name: "Send Reply" }).dblclick();
  await expect(toast(page, "Sending to Inês Duarte")).toBeVisible();
  await expect(ticket.composer).toHaveValue("");
  await expect(file).toHaveCount(0);
  // Text written meanwhile stands below the restored reply.
  await ticket.composer.fill("P.S. Thank you.");
  await undo(page).click();
  await expect(ticket.composer).toHaveValue("A new vase is on its way.\n\nP.S. Thank you.");
  await expect(ticket.composer).toBeFocused();
  await expect(file).toContainText("label.png");
  await page.keyboard.press("Control+Enter");
  const sendNow = toast(page, "Sending to").getByRole("button", { name: "Send now" });
  await sendNow.click();
  await expect(ticket.message("A new vase is on its way.")).toHaveCount(1);
  const first = await desk.mailbox.next(ines.email);
  expect(first.attachments.map(({ filename }) => filename)).toEqual(["label.png"]);

  // The other tab undoes the reply.
  const other = await browser.newPage();
  await openLive(other, "/dashboard");
  await send("For both tabs.");
  await expect(toast(other, "Sending to Inês Duarte")).toBeVisible();
  await undo(other).click();
  await expect(ticketScreen(other).composer).toHaveValue("For both tabs.");
  await expect(toast(page, "Sending to")).toHaveCount(0);
  await expect(ticket.composer).toHaveValue("For both tabs.");
  await other.close();

  // Neither a reload nor signing out changes anything: it is the server's, and leaves at its time.
  await send("Before I go.");
  await expect(toast(page, "Sending to")).toBeVisible();
  await page.reload();
  await expect(ticket.composer).toBeVisible();
  await expect(toast(page, "Sending to Inês Duarte")).toBeVisible();
  expect(desk.mailbox.all(ines.email)).toHaveLength(1);
  await ticket.close();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect((await desk.mailbox.next(ines.email)).text).toContain("Before I go.");
  expect(desk.mailbox.all(ines.email)).toHaveLength(2);
});

test("one that leaves tomorrow comes back as the customer writes, with what they wrote", async () => {
  const { page, browser, address, ticketsPath } = await desk.newStore("send-later");
  await browser.request.patch("/api/desk/preferences", { data: { afterSend: "stay" } });
  const ines = desk.newCustomer("Inês Duarte", "ines@later-duarte.example");
  await ines.writes({ to: address, subject: "Cracked vase", text: "My blue vase arrived with a crack." });
  await page.goto(ticketsPath);
  await expect(listedTickets(page, "Cracked vase")).toBeVisible();
  const ticket = await openTicket(page, "Cracked vase");
  await ticket.composer.fill("A new vase leaves in the morning.");
  await ticket.dialog.getByRole("button", { name: "More ways to send" }).click();
  await page.getByRole("menuitem", { name: "Send later" }).click();
  await page
    .getByRole("dialog", { name: "Send later" })
    .getByRole("button", { name: /^Tomorrow 9:00/ })
    .click();
  const card = ticket.dialog.getByRole("listitem").filter({ hasText: "Your reply leaves tomorrow, 9:00 AM" });
  await expect(card).toContainText("A new vase leaves in the morning.");
  await expect(ticket.composer).toHaveValue("");
  const label = await ticket.dialog.getByRole("heading", { name: /^Ticket: \d{4}$/ }).textContent();
  await ines.writes({ to: address, subject: `Re: Cracked vase [${label}]`, text: "Never mind, I glued it." });
  await expect(ticket.composer).toHaveValue("A new vase leaves in the morning.");
  await expect(page.getByText("The conversation moved on since you started writing", { exact: true })).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(desk.mailbox.all(ines.email)).toEqual([]);
});
