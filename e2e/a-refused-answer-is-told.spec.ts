import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("an answer that the customer's mail server refuses says why, and can be tried again", async () => {
  const { page, address, ticketsPath } = await desk.newStore("plain-plates");
  await page.goto(ticketsPath);
  const gil = desk.newCustomer("Gil Moreau", "gil@moreau.example");
  await gil.writes({ to: address, subject: "Chipped plate", text: "One of six plates is chipped." });
  const ticket = await openTicket(page, "Chipped plate");

  desk.mailbox.refuse(gil.email, "This mailbox is full of plates");
  await ticket.reply("A seventh is on its way.");
  const answer = ticket.message("A seventh is on its way.");
  await expect(answer.getByText("Failed", { exact: true })).toBeVisible();
  await expect(answer).toContainText("This mailbox is full of plates");

  desk.mailbox.refuse(gil.email, null);
  await answer.getByRole("button", { name: "Try again" }).click();
  await expect(answer.getByText("Sent", { exact: true })).toBeVisible();
  await expect(answer.getByText("This mailbox is full of plates")).toBeHidden();
  expect((await desk.mailbox.next(gil.email)).text).toContain("A seventh is on its way.");
});
