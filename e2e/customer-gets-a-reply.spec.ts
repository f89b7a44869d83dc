import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { listedTickets, openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("a customer's mail becomes a ticket, and the agent's answer reaches the customer in the same thread", async () => {
  const { page, address, ticketsPath } = await desk.newStore("glass-garden");
  await page.goto(ticketsPath);
  await expect(page.getByText("No active tickets found")).toBeVisible();

  const ines = desk.newCustomer("Inês Duarte", "ines@duarte.example");
  const question = await ines.writes({
    to: address,
    subject: "Vase arrived with a crack",
    text: "Hello,\n\nThe blue vase from last week's order arrived with a crack along its rim.\n\nInês",
  });
  const row = listedTickets(page, "Vase arrived with a crack");
  await expect(row).toContainText("Inês Duarte");
  await expect(row).toContainText("Ticket: 0001");
  await expect(row).toContainText("Open");
  await expect(page.getByText("Showing 1 of 1 tickets")).toBeVisible();

  const ticket = await openTicket(page, "Vase arrived with a crack");
  await expect(page).toHaveURL(/ticket=/);
  await expect(ticket.message("crack along its rim")).toContainText("From: Inês Duarte");
  await expect(ticket.composer).toHaveValue("");
  await ticket.reply("I am sorry about that. A new vase is on its way, free of charge.");
  await expect(ticket.composer).toHaveValue("");
  const sent = ticket.message("A new vase is on its way");
  await expect(sent.getByText("Sent", { exact: true })).toBeVisible();

  const answer = await desk.mailbox.next(ines.email);
  expect(answer.subject).toBe("Re: Vase arrived with a crack [Ticket: 0001]");
  expect(answer.inReplyTo).toBe(question);
  expect([answer.references].flat()).toContain(question);
  expect(answer.replyTo?.text).toMatch(/^help\+[a-z0-9]{8}\.[a-z0-9.]+@/);
  expect(answer.from?.value[0]?.name).toContain("Glass Garden");
  expect(answer.text).toMatch(/^I am sorry about that\. A new vase is on its way, free of charge\./);
  expect(answer.text).not.toContain(`owner@`);
  expect(answer.html).toContain("A new vase is on its way");
  expect(answer.html).toMatch(/linear-gradient\([^)]*#667eea[^)]*#764ba2/);
  expect(desk.mailbox.all(ines.email)).toHaveLength(1);

  await expect(ticket.dialog.getByText("Reply sent successfully!")).toBeHidden();
  await ticket.close();
  await expect(ticket.dialog).toBeHidden();
  await expect(row.getByTitle("2 messages")).toBeVisible();
});
