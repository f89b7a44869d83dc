import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("the customer's answer appears live in the open ticket, without the history it quotes", async () => {
  const { page, address, ticketsPath } = await desk.newStore("paper-moon");
  await page.goto(ticketsPath);
  const bell = page.getByRole("button", { name: /^Notifications/ });
  const tom = desk.newCustomer("Tom Baker", "tom@baker.example");
  await tom.writes({ to: address, subject: "Which frame fits?", text: "Which frame fits the moon print in A3?" });
  await expect(bell).toHaveAccessibleName("Notifications, 1 new");

  const ticket = await openTicket(page, "Which frame fits?");
  await ticket.reply("The oak frame in A3 fits it well.");
  const answer = await desk.mailbox.next(tom.email);
  const marked = page.waitForResponse("**/api/notifications/of-ticket/*/read");
  await tom.replies(answer, "Then I take the oak one, thank you!");

  const reply = ticket.message("Then I take the oak one");
  await expect(reply).toBeVisible();
  await expect(reply).not.toContainText("The oak frame in A3 fits it well.");
  await reply.getByRole("button", { name: "··· earlier messages" }).click();
  await expect(reply).toContainText("The oak frame in A3 fits it well.");
  await reply.getByRole("button", { name: "··· earlier messages" }).click();
  await expect(reply).not.toContainText("The oak frame in A3 fits it well.");

  await reply.getByRole("button", { name: "Why this message is on this ticket" }).hover();
  await expect(reply.getByRole("tooltip")).toHaveText(
    "On this ticket because the mail carries this ticket's signed reply address or Message-ID.",
  );
  await expect(ticket.dialog.getByRole("tab", { name: /^Messages/ })).toContainText("3");

  await marked;
  await ticket.close();
  // What tells of the ticket that was open is read, and listed all the same.
  await expect(bell).toHaveAccessibleName("Notifications");
  await bell.click();
  const list = page.getByRole("dialog", { name: "Notifications" });
  await expect(list.getByRole("listitem").first()).toContainText("New reply from Tom Baker");
  await expect(list.getByRole("listitem").last()).toContainText("New ticket created: Which frame fits?");
  await expect(bell).toHaveAccessibleName("Notifications");
  await list
    .getByRole("listitem")
    .first()
    .getByRole("button", { name: /^Customer Reply/ })
    .click();
  await expect(ticket.message("Then I take the oak one")).toBeVisible();
  await ticket.close();

  await tom.writes({ to: address, subject: "And the glass?", text: "Is there glass in it?" });
  await expect(bell).toHaveAccessibleName("Notifications, 1 new");
  await page.reload();
  await bell.click();
  await expect(list.getByText("Unread")).toHaveCount(1);
  await list.getByRole("button", { name: "Mark all as read" }).click();
  await expect(list.getByText("Unread")).toHaveCount(0);
});
