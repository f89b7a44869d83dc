import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { listedTickets, openTicket, ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();

test("a rule begun at a ticket is tried, switched on, and tags and assigns the next such mail, which says why", async () => {
  const { page, address, ticketsPath } = await desk.newStore("rule-garden");
  await page.goto(ticketsPath);
  const rosa = desk.newCustomer("Rosa Klee", "rosa@klee.example");
  await rosa.writes({ to: address, subject: "Invoice for March", text: "Please send me the invoice." });
  await openTicket(page, "Invoice for March");
  await pressMore("Why Did This Happen?");
  const why = page.getByRole("dialog", { name: "Rules on This Ticket" });
  await expect(why).toContainText("No rule has looked at this ticket.");
  await why.getByRole("button", { name: "New rule for such mails" }).click();

  const form = page.getByRole("dialog", { name: "New Rule" });
  await form.getByLabel("Name").fill("Invoices");
  const values = form.getByLabel("Value");
  await expect(values.nth(0)).toHaveValue("Invoice for March");
  await values.nth(0).fill("invoice");
  await values.nth(2).fill("billing");
  await form.getByRole("button", { name: "Add an action" }).click();
  await form.getByLabel("Action", { exact: true }).nth(1).selectOption("Assign to");
  await values.nth(3).selectOption("Olive Owner");
  await form.getByRole("button", { name: "Try on the newest tickets" }).click();
  await expect(form.getByRole("region", { name: "Trial" })).toContainText(
    /changed 1 on 1 occasions.*Invoice for March.*Adds tags: billing; Assignee: nobody → Olive Owner/,
  );
  await form.getByRole("button", { name: "Save and switch on" }).click();
  await page.getByRole("dialog", { name: "Switch On Rule" }).getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("switch", { name: "Invoices is on" })).toBeChecked();

  await rosa.writes({ to: address, subject: "Another invoice", text: "And that for April." });
  await page.goto(ticketsPath);
  await expect(listedTickets(page, "Another invoice")).toContainText("billing");
  await openTicket(page, "Another invoice");
  await expect(ticketScreen(page).dialog.getByText("Olive Owner").first()).toBeVisible();
  await ticketScreen(page).dialog.getByRole("button", { name: "Invoices", exact: true }).first().click();
  await expect(why).toContainText("When a ticket is created");
  await expect(why).toContainText("Invoices: Ran");

  async function pressMore(item: string) {
    await ticketScreen(page).dialog.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  }
});
