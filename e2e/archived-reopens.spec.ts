import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { listedTickets, openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("a resolved ticket rests in the archive until its customer writes again or an agent opens it", async () => {
  const { page, address, ticketsPath } = await desk.newStore("brass-bell");
  await page.goto(ticketsPath);
  const kim = desk.newCustomer("Kim Lund", "kim@lund.example");
  await kim.writes({ to: address, subject: "Bell without clapper", text: "The bell came without its clapper." });
  const ticket = await openTicket(page, "Bell without clapper");
  await ticket.reply("The clapper follows by post.");
  const answer = await desk.mailbox.next(kim.email);

  await ticket.dialog.getByRole("button", { name: "Update Status" }).click();
  const status = page.getByRole("dialog", { name: "Update Ticket Status - Ticket: 0001" });
  const save = status.getByRole("button", { name: "Update Status" });
  await expect(save).toBeDisabled();
  await status.getByRole("radio", { name: /^Resolved/ }).check();
  await expect(status.getByText("Status Change Preview")).toBeVisible();
  const note = status.getByLabel("Status Change Note (Optional)");
  await note.fill("x".repeat(10_001));
  await save.click();
  await expect(ticket.dialog.getByRole("alert")).toContainText(
    "Note is too long (maximum 10,000 characters). Nothing was changed, and your note is kept.",
  );
  await ticket.dialog.getByRole("button", { name: "Choose again" }).click();
  await expect(note).toHaveValue(/^x+$/);
  await status.getByRole("radio", { name: /^Resolved/ }).check();
  await note.fill("Clapper sent on Monday.");
  await save.click();
  await expect(ticket.dialog.getByText("This ticket has been resolved.")).toBeVisible();
  await expect(ticket.composer).toBeHidden();
  await ticket.dialog.getByRole("tab", { name: /^Internal Notes/ }).click();
  await expect(ticket.dialog.getByText("Clapper sent on Monday.")).toBeVisible();
  await ticket.close();

  await expect(page.getByText("No active tickets found")).toBeVisible();
  await expect(page.getByText("1 ticket in archive")).toBeVisible();
  await page.getByRole("button", { name: "View Archive" }).click();
  await expect(page.getByRole("heading", { name: "Archived Tickets (1)" })).toBeVisible();
  await expect(listedTickets(page, "Bell without clapper")).toContainText("Resolved");

  await kim.replies(answer, "It has not come yet.");
  await expect(page.getByText("No archived tickets found")).toBeVisible();
  await page.getByRole("button", { name: "View Active" }).click();
  await expect(listedTickets(page, "Bell without clapper")).toContainText("Open");
  await openTicket(page, "Bell without clapper");
  await expect(ticket.message("It has not come yet.")).toBeVisible();
  await expect(ticket.composer).toBeVisible();

  await ticket.dialog.getByRole("button", { name: "Update Status" }).click();
  await status.getByRole("radio", { name: /^Closed/ }).check();
  // The change shows at once; who thinks better of it before the server has it is still understood.
  const reopening = Promise.withResolvers<void>();
  await page.route("**/status", async (route) => {
    await reopening.promise;
    await route.continue();
  });
  const reopened = page.waitForResponse("**/reopen");
  await save.click();
  await ticket.dialog.getByRole("button", { name: "Reopen Ticket" }).click();
  await expect(ticket.dialog.getByRole("button", { name: "Reopening..." })).toBeVisible();
  reopening.resolve();
  expect((await reopened).status()).toBe(200);
  await expect(ticket.composer).toBeVisible();
});
