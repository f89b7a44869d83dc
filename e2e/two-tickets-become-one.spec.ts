import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { listedTickets, openTicket, ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();
const look = openLook();

test("a ticket is snoozed, merged, answered by the old mail, and taken out again; a message gets a ticket of its own", async () => {
  const { page, address, ticketsPath } = await desk.newStore("blue-vase");
  await page.goto(ticketsPath);
  const ida = desk.newCustomer("Ida Holm", "ida@holm.example");
  await ida.writes({ to: address, subject: "Blue vase broken", text: "The blue vase came in two pieces." });
  const first = await openTicket(page, "Blue vase broken");
  await first.reply("We send another one.");
  const answer = await desk.mailbox.next(ida.email);

  // Snoozed until the customer answers, it leaves the list, and returns with her mail.
  await first.dialog.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Snooze..." }).click();
  const snooze = page.getByRole("dialog", { name: "Snooze Ticket: 0001" });
  await expect(snooze.getByRole("button", { name: /^Tomorrow 9:00/ })).toBeVisible();
  await look(page, "merge-snooze");
  await snooze.getByRole("button", { name: "Until the customer answers" }).click();
  await expect(first.dialog.getByText("Snoozed until the customer answers")).toBeVisible();
  await first.close();
  await expect(listedTickets(page, "Blue vase broken")).toHaveCount(0);
  await ida.writes({ to: address, subject: "Still waiting", text: "I wrote last week about a vase, did you get it?" });
  await ida.replies(answer, "Please send it to my office.");
  await expect(listedTickets(page, "Blue vase broken")).toBeVisible();

  // The second ticket is about the same.
  const second = await openTicket(page, "Still waiting");
  await second.composer.fill("Half an answer");
  await second.dialog.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Merge into..." }).click();
  const merge = page.getByRole("dialog", { name: "Merge Ticket: 0002 into..." });
  await merge.getByRole("radio", { name: /Blue vase broken/ }).check();
  await look(page, "merge-dialog");
  await merge.getByRole("button", { name: "Merge into Ticket: 0001" }).click();
  const target = ticketScreen(page);
  await expect(target.message("I wrote last week about a vase")).toBeVisible();
  await expect(target.message("Please send it to my office.")).toBeVisible();
  await expect(target.composer).toHaveValue("Half an answer");

  // A mail to the merged ticket arrives on the other one, and moves back with it.
  const customer = desk.newCustomer(ida.name, ida.email);
  await customer.writes({
    to: address,
    subject: "Re: Still waiting [Ticket: 0002]",
    text: "Never mind, I found the mail.",
  });
  await expect(target.message("Never mind, I found the mail.")).toBeVisible();
  await target.close();
  await page
    .getByRole("button", { name: /Archive/ })
    .first()
    .click();
  await openTicket(page, "Still waiting");
  await expect(target.dialog.getByText("Merged into Ticket: 0001")).toBeVisible();
  await look(page, "merge-shell");
  await target.dialog.getByRole("button", { name: "Undo Merge" }).click();
  await expect(target.message("Never mind, I found the mail.")).toBeVisible();
  await expect(target.message("I wrote last week about a vase")).toBeVisible();
  await expect(target.composer).toBeVisible();

  const moved = target.message("Never mind, I found the mail.");
  await moved.getByRole("button", { name: "Message actions" }).click();
  await page.getByRole("menuitem", { name: "Move to a ticket of its own" }).click();
  await expect(page.getByText("The message is in Ticket: 0003 now").first()).toBeVisible();
  await expect(moved).toHaveCount(0);
});
