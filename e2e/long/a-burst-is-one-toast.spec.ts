import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { findAccessFaults } from "../find-access-faults.ts";
import { openLive } from "../open-live.ts";
import { openTicket } from "../ticket-screen.ts";
import { toastsOf } from "../toasts-of.ts";

const desk = await openDesk();

test("200 mails at once make one toast and one notification, whose number grows and which leads to the tickets", async () => {
  const { page, address, ticketsPath } = await desk.newStore("glass-harp");
  await tellFirstTwoTogether(page);
  await openLive(page, ticketsPath);
  await expect(page.getByText("No active tickets found")).toBeVisible();
  await watchToasts(page);
  const writers = Array.from({ length: 200 }, (_, index) =>
    desk.newCustomer(`Customer ${index}`, `c${index}@glass.example`),
  );
  await Promise.all(
    writers.map((customer, index) =>
      customer.writes({ to: address, subject: `Question ${index}`, text: "Which glass sounds lowest?" }),
    ),
  );
  await expect(page).toHaveTitle("(1) Tickets · Deskhand");
  const { most, words } = await seenToasts(page);
  expect(most).toBe(1);
  expect(words.some((text) => text.includes("new tickets in"))).toBe(true);
  await page.goto("/dashboard/customers");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const bell = page.getByRole("dialog", { name: "Notifications" });
  await expect(bell.getByRole("listitem")).toHaveCount(1);
  await expect(bell.getByRole("listitem")).toContainText(/200 new tickets in \d+ \w+/);
  expect(await findAccessFaults(page)).toEqual([]);
  await bell.getByText("200 new tickets").click();
  await expect(page).toHaveURL(/dashboard\/tickets/);
});

test("a message on the open ticket makes no toast", async () => {
  const { page, address, ticketsPath } = await desk.newStore("nail-violin");
  await openLive(page, ticketsPath);
  const maya = desk.newCustomer("Maya Chen", "maya@chen.example");
  await maya.writes({ to: address, subject: "Nails", text: "How many nails?" });
  const ticket = await openTicket(page, "Nails");
  await ticket.reply("Thirty-seven.");
  const answer = await desk.mailbox.next(maya.email);
  await expect(toastsOf(page)).toHaveCount(0);
  await watchToasts(page);
  await maya.replies(answer, "That is a lot of nails.");
  await expect(ticket.message("That is a lot of nails.")).toBeVisible();
  // Another customer's ticket is notified later: a toast for the reply would be there by then.
  await desk.newCustomer("Jo", "jo@jo.example").writes({ to: address, subject: "Bows", text: "Bows?" });
  await expect(toastsOf(page).filter({ hasText: "New ticket created: Bows" })).toBeVisible();
  expect((await seenToasts(page)).words.filter((text) => text.includes("reply"))).toEqual([]);
});

/** Delays the first notification until the second, so that they are a burst even on a busy machine. */
async function tellFirstTwoTogether(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => {
    let notified = 0;
    const messages: (string | Buffer)[] = [];
    socket.connectToServer().onMessage((frame) => {
      if (frame.includes('"notification.created"')) notified += 1;
      messages.push(frame);
      if (notified !== 1) for (const each of messages.splice(0)) socket.send(each);
    });
  });
}

/** Makes the page record the highest number of toasts at a time, and everything they said. */
async function watchToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const record = { most: 0, words: new Set<string>() };
    const look = () => {
      const toasts = [...document.querySelectorAll('[aria-label="Just now"] > li')];
      record.most = Math.max(record.most, toasts.length);
      for (const toast of toasts) record.words.add(toast.textContent ?? "");
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    Object.assign(globalThis, { seenToasts: record });
  });
}

function seenToasts(page: Page): Promise<{ most: number; words: string[] }> {
  return page.evaluate(() => {
    const { seenToasts } = globalThis as typeof globalThis & { seenToasts: { most: number; words: Set<string> } };
    return { most: seenToasts.most, words: [...seenToasts.words] };
  });
}
