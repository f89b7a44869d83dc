import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { listedTickets, openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("a mail becomes a ticket, answers thread on both sides, a refused mail is sent again, and a resolved ticket reopens", async () => {
  const { page, browser, address, ticketsPath } = await desk.newStore("glass-garden");
  const dashboard = await browser.newPage();
  const broken = "**/api/dashboard/recent-tickets";
  await dashboard.route(broken, (route) => route.fulfill({ status: 500, body: "{}" }));
  await dashboard.goto("/dashboard");
  const alert = dashboard.getByRole("alert");
  await expect(alert).toContainText("Failed to load recent tickets");
  await showsFigures(dashboard, {
    "Total Tickets": ["0", "Get started by setting up email integration"],
    "Open Tickets": ["0", "Tickets will appear here"],
    "Avg Response Time": ["0h", "Track response times"],
  });
  await dashboard.unroute(broken);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(dashboard.getByText("Recent support tickets will appear here once they are created.")).toBeVisible();

  await page.goto(ticketsPath);
  await expect(page.getByText("No active tickets found")).toBeVisible();
  const ines = desk.newCustomer("Inês Duarte", "ines@duarte.example");
  const question = await ines.writes({
    to: address,
    subject: "Vase arrived with a crack",
    text: "Hello,\n\nThe blue vase from last week's order arrived with a crack along its rim.\n\nInês",
  });
  const row = listedTickets(page, "Vase arrived with a crack");
  for (const words of ["Inês Duarte", "Ticket: 0001", "Open", "Needs reply"]) await expect(row).toContainText(words);
  await expect(page.getByText("Showing 1 of 1 tickets")).toBeVisible();
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName("Notifications, 1 new");

  const ticket = await openTicket(page, "Vase arrived with a crack");
  await expect(page).toHaveURL(/ticket=/);
  await expect(ticket.message("crack along its rim")).toContainText("From: Inês Duarte");
  await ticket.reply("I am sorry about that. A new vase is on its way, free of charge.");
  await expect(ticket.composer).toHaveValue("");
  await expect(ticket.message("A new vase is on its way").getByText("Sent", { exact: true })).toBeVisible();
  const answer = await desk.mailbox.next(ines.email);
  expect(answer.subject).toBe("Re: Vase arrived with a crack [Ticket: 0001]");
  expect(answer.inReplyTo).toBe(question);
  expect([answer.references].flat()).toContain(question);
  expect(answer.replyTo?.text).toMatch(/^help\+[a-z0-9]{8}\.[a-z0-9.]+@/);
  expect(answer.from?.value[0]?.name).toContain("Glass Garden");
  expect(answer.text).toMatch(/^I am sorry about that\. A new vase is on its way, free of charge\./);
  expect(answer.text).not.toContain(`owner@`);
  expect(answer.html).toMatch(/linear-gradient\([^)]*#667eea[^)]*#764ba2/);

  // The customer's answer appears live, without the history it quotes.
  const marked = page.waitForResponse("**/api/notifications/of-ticket/*/read");
  await ines.replies(answer, "Thank you, I take the oak one!");
  const reply = ticket.message("I take the oak one");
  await expect(reply).toBeVisible();
  await expect(reply).not.toContainText("free of charge");
  await reply.getByRole("button", { name: "··· earlier messages" }).click();
  await expect(reply).toContainText("free of charge");
  await reply.getByRole("button", { name: "Why this message is on this ticket" }).hover();
  await expect(reply.getByRole("tooltip")).toHaveText(
    "On this ticket because the mail carries this ticket's signed reply address or Message-ID.",
  );
  await marked;

  desk.mailbox.refuse(ines.email, "This mailbox is full of plates");
  await ticket.reply("Oak it is, then.");
  const refused = ticket.message("Oak it is, then.");
  await expect(refused.getByText("Failed", { exact: true })).toBeVisible();
  await expect(refused).toContainText("This mailbox is full of plates");
  desk.mailbox.refuse(ines.email, null);
  await refused.getByRole("button", { name: "Try again" }).click();
  await expect(refused.getByText("Sent", { exact: true })).toBeVisible();
  await expect(refused.getByText("This mailbox is full of plates")).toBeHidden();
  const second = await desk.mailbox.next(ines.email);
  expect(second.text).toContain("Oak it is, then.");
  expect(desk.mailbox.all(ines.email)).toHaveLength(2);

  await resolve(page, "Vase sent on Monday.");
  await expect(ticket.dialog.getByText("This ticket has been resolved.")).toBeVisible();
  await expect(ticket.composer).toBeHidden();
  await ticket.close();
  await expect(page.getByText("1 ticket in archive")).toBeVisible();
  await page.getByRole("button", { name: "View Archive" }).click();
  await expect(row).toContainText("Resolved");
  await showsFigures(dashboard, { "Open Tickets": ["0"], "Resolved Today": ["1"] });

  await ines.replies(second, "It has not come yet.");
  await expect(page.getByText("No archived tickets found")).toBeVisible();
  await page.getByRole("button", { name: "View Active" }).click();
  for (const words of ["Open", "New reply", "It has not come yet."]) await expect(row).toContainText(words);
  await openTicket(page, "Vase arrived with a crack");
  await expect(ticket.message("It has not come yet.")).toBeVisible();
  await expect(ticket.composer).toBeVisible();
  await ticket.dialog.getByRole("tab", { name: /^Internal Notes/ }).click();
  await expect(ticket.dialog.getByText("Vase sent on Monday.").first()).toBeVisible();

  await showsFigures(dashboard, { "Total Tickets": ["1"], "Open Tickets": ["1"] });
  const entry = dashboard.getByRole("list", { name: "Recent support tickets" }).getByRole("listitem");
  for (const words of ["Vase arrived with a crack", "Ticket: 0001", "Inês Duarte"])
    await expect(entry).toContainText(words);
  const activity = dashboard.getByRole("list", { name: "Recent activity" });
  for (const words of ["created the ticket", "Olive Owner replied", "from Open to Resolved"])
    await expect(activity).toContainText(words);
  await entry.click({ position: { x: 5, y: 5 } });
  await expect(dashboard).toHaveURL(/\/dashboard\?ticket=/);
});

/** Resolves the open ticket with a note. */
async function resolve(page: Page, note: string): Promise<void> {
  await page.getByRole("button", { name: "Update Status" }).click();
  const status = page.getByRole("dialog", { name: "Update Ticket Status - Ticket: 0001" });
  const save = status.getByRole("button", { name: "Update Status" });
  await expect(save).toBeDisabled();
  await status.getByRole("radio", { name: /^Resolved/ }).check();
  await status.getByLabel("Status Change Note (Optional)").fill(note);
  await save.click();
}

/** Checks the cards by title: each shows these words, the value first. */
async function showsFigures(page: Page, figures: Record<string, string[]>): Promise<void> {
  const metrics = page.getByRole("region", { name: "Metrics" });
  for (const [title, [value = "", change = ""]] of Object.entries(figures)) {
    const shown = metrics.locator("dl > div").filter({ hasText: title }).getByRole("definition");
    await expect(shown.first()).toHaveText(value);
    await expect(shown.last()).toContainText(change);
  }
}
