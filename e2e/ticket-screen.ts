import type { Locator, Page } from "playwright";
import { expect } from "./expect.ts";
import { seesAfter } from "./sees-after.ts";

/** A ticket's dialog, in the words that an agent sees. */
export interface TicketScreen {
  dialog: Locator;
  composer: Locator;
  /** Finds the message of the thread that contains these words. */
  message(words: string): Locator;
  /** Presses Send Reply, or sends with `press`, and waits until the screen says that it is sent. */
  send(press?: () => Promise<void>): Promise<void>;
  /** Writes a reply and sends it. */
  reply(text: string): Promise<void>;
  close(): Promise<void>;
}

/** The ticket dialog on a page, open or not yet. */
export function ticketScreen(page: Page): TicketScreen {
  const dialog = page.getByRole("dialog", { name: /^Ticket: \d{4}$/ });
  const composer = dialog.getByPlaceholder("Type your response...");
  const pressSend = () => dialog.getByRole("button", { name: "Send Reply" }).click();
  const send = (press = pressSend) => seesAfter(press, dialog, "Reply sent successfully!");
  return {
    dialog,
    composer,
    send,
    message: (words) =>
      dialog.getByRole("region", { name: "Messages" }).getByRole("listitem").filter({ hasText: words }),
    async reply(text) {
      await composer.fill(text);
      await send();
    },
    close: () => dialog.getByRole("button", { name: "Close", exact: true }).click(),
  };
}

/** Opens a ticket from the list by its subject. */
export async function openTicket(page: Page, subject: string): Promise<TicketScreen> {
  await page.getByRole("link", { name: subject, exact: true }).click();
  const screen = ticketScreen(page);
  await expect(screen.dialog.getByText(subject).first()).toBeVisible();
  return screen;
}

/** Finds the tickets in the list that show these words; notifications are not included. */
export function listedTickets(page: Page, words?: string): Locator {
  const tickets = page.getByRole("list", { name: "Tickets" }).getByRole("listitem");
  return words === undefined ? tickets : tickets.filter({ hasText: words });
}
