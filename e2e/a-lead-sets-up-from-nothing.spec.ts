import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLive } from "./open-live.ts";
import { listedTickets, openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("a lead sets up a team, hours, targets and a rule from nothing, and the next mail has what they give it", async () => {
  const { page, address, ticketsPath } = await desk.newStore("set-up-desk");
  await page.goto("/dashboard/admin");
  await page.getByRole("link", { name: "Teams", exact: true }).click();
  await newTeam(page);
  await page.getByRole("link", { name: "Working Hours" }).click();
  await newHours(page);
  await page.getByRole("link", { name: "Targets", exact: true }).click();
  await newPolicy(page);
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await newRule(page);

  // Who is not online is given nothing.
  await openLive(page, ticketsPath);
  const rosa = desk.newCustomer("Rosa Klee", "rosa@klee.example");
  await rosa.writes({ to: address, subject: "The vase is broken", text: "I want my money back, please." });
  const row = listedTickets(page, "The vase is broken");
  for (const words of ["refund", "Returns", "Olive Owner", /3 h 5\d min left/]) await expect(row).toContainText(words);
  const { dialog } = await openTicket(page, "The vase is broken");
  await dialog.getByRole("button", { name: /^First reply: 3 h 5\d min left/ }).click();
  await expect(page.getByRole("dialog", { name: "Targets" })).toContainText(
    /By the policy Everybody, in the hours of Office.*First reply within 4 h/,
  );
});

/** A team of the lead alone, who is given its tickets. What was typed outlives the browser's way back. */
async function newTeam(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New Team" }).click();
  const form = page.getByRole("dialog", { name: "New Team" });
  await form.getByLabel("Name").fill("Returns");
  await page.evaluate("history.back()");
  await page.getByRole("dialog", { name: "Discard changes?" }).getByRole("button", { name: "Keep editing" }).click();
  await form.getByLabel("Olive Owner").check();
  await form.getByRole("button", { name: "Create Team" }).click();
  await expect(page.getByRole("list", { name: "Members of Returns" })).toContainText("Olive Owner");
}

/** Hours around the clock, so that the journey takes the same way whenever it is run. */
async function newHours(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New Working Hours" }).click();
  const form = page.getByRole("dialog", { name: "New Working Hours" });
  await form.getByRole("textbox", { name: /^Name/ }).fill("Office");
  for (const day of ["Monday", "Saturday", "Sunday"]) {
    await form.getByLabel(day, { exact: true }).fill("0-24");
    await page.keyboard.press("Tab");
  }
  await form.getByRole("button", { name: "Monday’s hours on all weekdays" }).click();
  await form.getByRole("combobox", { name: "Public holidays of" }).selectOption("Germany");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("list", { name: "Working hours" })).toContainText("Public holidays of Germany");
}

async function newPolicy(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New Policy" }).click();
  const form = page.getByRole("dialog", { name: "New Policy" });
  await form.getByLabel("Name").fill("Everybody");
  await form.getByRole("textbox", { name: "First reply" }).fill("4");
  await form.getByLabel("The time passes").selectOption("In the hours of Office");
  await form.getByRole("button", { name: "Save and switch on" }).click();
  await expect(page.getByRole("switch", { name: "Everybody is on" })).toBeChecked();
}

async function newRule(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New Rule" }).click();
  const form = page.getByRole("dialog", { name: "New Rule" });
  await form.getByLabel("Name").fill("Refunds");
  const values = form.getByLabel("Value");
  await values.nth(0).fill("refund, money back");
  await values.nth(1).fill("refund");
  await form.getByRole("button", { name: "Add an action" }).click();
  await form.getByLabel("Action", { exact: true }).nth(1).selectOption("Assign to the team");
  await values.nth(2).selectOption("Returns");
  await form.getByRole("button", { name: "Save and switch on" }).click();
  await page.getByRole("dialog", { name: "Switch On Rule" }).getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("list", { name: "Rules" })).toContainText(
    "When a ticket is created, if Subject or text contains any of “refund”, “money back”: Add tags “refund”; Assign to the team Returns",
  );
}
