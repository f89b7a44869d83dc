import type { Page, Route } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { supportAddress } from "./support-address.ts";
import { listedTickets, openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("two agents sort a ticket: each sees what the other does, the trail keeps it, and nothing is written over", async () => {
  const mina = await signInAtDemoStore(desk, "agent");
  const ruben = await signInAtDemoStore(desk, "supervisor");
  const subject = "Which glaze is food safe";
  const list = `/dashboard/tickets?q=${encodeURIComponent(subject)}`;
  await Promise.all([mina, ruben].map((page) => page.goto(list)));
  await expect(mina.getByText("No active tickets found")).toBeVisible();
  const address = await supportAddress(mina);
  await desk.newCustomer("Otto Krause", "otto@glaze.example").writes({ to: address, subject, text: "The blue one?" });
  const minas = await openTicket(mina, subject);
  const rubens = await openTicket(ruben, subject);

  const assignee = minas.dialog.getByRole("combobox", { name: "Assignee" });
  await minas.dialog.getByRole("button", { name: "Assign to me" }).click();
  await expect(assignee.locator("option:checked")).toHaveText("Mina Castellanos");
  await expect(rubens.dialog.getByText("Mina Castellanos took this ticket.")).toBeVisible();
  await minas.dialog.getByRole("combobox", { name: "Category" }).selectOption("Product Support");
  await expect(rubens.dialog.getByRole("combobox", { name: "Category" })).toHaveValue("Product Support");
  // An edit that fails is announced as failed, not as one more change.
  const failing = (route: Route) => (route.request().method() === "PATCH" ? route.abort() : route.continue());
  await mina.route("**/api/tickets/*", failing);
  const announced = await hearAnnouncements(mina);
  await minas.dialog.getByRole("combobox", { name: "Category" }).selectOption("Billing");
  await expect(minas.dialog.getByText("Failed to update ticket")).toBeVisible();
  await expect(minas.dialog.getByRole("combobox", { name: "Category" })).toHaveValue("Product Support");
  expect((await announced()).filter((words) => words.startsWith("Category changed"))).toEqual([
    "Category changed to Billing",
  ]);
  await mina.unroute("**/api/tickets/*", failing);
  await minas.dialog.getByRole("button", { name: "Dismiss" }).click();
  const due = minas.dialog.getByLabel("Due date");
  await due.fill("0203-02-03");
  await expect(minas.dialog.getByRole("alert")).toContainText("The due date must be from 2000 to 2999");
  await due.fill("2020-02-03");
  await expect(minas.dialog.getByText("The due date must be from 2000 to 2999")).toBeHidden();
  await expect(minas.dialog.getByText("Overdue")).toBeVisible();
  // A date that is typed in part takes nothing away.
  await due.press("Backspace");
  await expect(due).toHaveValue("");
  await minas.composer.focus();
  await expect(due).toHaveValue("2020-02-03");
  await expect(minas.dialog.getByText("Overdue")).toBeVisible();
  const tag = minas.dialog.getByRole("textbox", { name: "Add tag" });
  await tag.fill(" glaze ");
  await tag.press("Enter");
  await tag.fill("GLAZE");
  await tag.press("Enter");
  await tag.fill("x".repeat(51));
  await tag.press("Enter");
  await expect(minas.dialog.getByText("A tag is too long (maximum 50 characters)")).toBeVisible();
  await tag.fill("");
  await expect(minas.dialog.getByRole("button", { name: "Remove tag glaze", exact: true })).toBeVisible();
  await expect(minas.dialog.getByRole("button", { name: /^Remove tag/ })).toHaveCount(1);
  expect(await findAccessFaults(mina)).toEqual([]);

  // Ruben's screen lags behind: his change meets Mina's, and he is shown what it is now.
  await rubens.dialog.getByRole("combobox", { name: "Priority" }).waitFor();
  const held = Promise.withResolvers<void>();
  await ruben.route("**/api/tickets/*", async (route) => {
    if (route.request().method() === "PATCH") await held.promise;
    await route.continue();
  });
  await rubens.dialog.getByRole("combobox", { name: "Priority" }).selectOption("low");
  await minas.dialog.getByRole("combobox", { name: "Priority" }).selectOption("high");
  await expect(listedTickets(mina).first()).toContainText("High");
  held.resolve();
  await expect(rubens.dialog.getByText("Somebody else changed the priority meanwhile: it is High now.")).toBeVisible();
  await expect(rubens.dialog.getByRole("combobox", { name: "Priority" })).toHaveValue("high");
  await ruben.unroute("**/api/tickets/*");

  await rubens.dialog.getByRole("tab", { name: /^Internal Notes/ }).click();
  const trail = rubens.dialog.getByRole("region", { name: "Activity" });
  await expect(trail.getByRole("listitem")).toHaveText([
    /^Mina Castellanos changed the priority from Medium to High/,
    /^Mina Castellanos added glaze/,
    /^Mina Castellanos set the due date to Feb 3, 2020/,
    /^Mina Castellanos changed the category from General to Product Support/,
    /^Mina Castellanos took the ticket/,
    /^Otto Krause created the ticket/,
  ]);
  await minas.dialog.getByRole("button", { name: "Remove tag glaze", exact: true }).click();
  await expect(trail.getByRole("listitem").first()).toHaveText(/^Mina Castellanos removed glaze/);
  expect(await findAccessFaults(ruben)).toEqual([]);
  await ruben.setViewportSize({ width: 1024, height: 768 });
  await expect(trail.getByRole("listitem")).toHaveCount(7);
  expect(await findAccessFaults(ruben)).toEqual([]);
  await ruben.setViewportSize({ width: 1440, height: 900 });

  // Archived while somebody writes: the fields can only be read, and the words are kept.
  await rubens.dialog.getByRole("tab", { name: /^Messages/ }).click();
  await rubens.composer.fill("Half an answer");
  await minas.dialog.getByRole("button", { name: "Update Status" }).click();
  const status = mina.getByRole("dialog", { name: /^Update Ticket Status/ });
  await status.getByRole("radio", { name: /^Closed/ }).check();
  await status.getByRole("button", { name: "Update Status" }).click();
  await expect(rubens.dialog.getByText("This ticket is archived")).toBeVisible();
  await expect(rubens.dialog.getByText("Your unsent reply is kept")).toBeVisible();
  await expect(rubens.dialog.getByRole("combobox", { name: "Priority" })).toBeHidden();
  await expect(rubens.dialog.getByRole("definition").filter({ hasText: "Mina Castellanos" })).toBeVisible();
  await expect(rubens.dialog.getByText("Overdue")).toBeHidden();
  await rubens.dialog.getByRole("button", { name: "Reopen Ticket" }).click();
  await expect(rubens.composer).toHaveValue("Half an answer");
  await minas.close();
  await expect(listedTickets(mina).first().getByTitle("Assigned to Mina Castellanos")).toBeVisible();
});

/** Has a page remember what it has a screen reader say from now on; resolves with how to ask for it. */
async function hearAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle(() => {
    const spoken = () => document.querySelector("[aria-live='polite'][aria-atomic]")?.textContent ?? "";
    const texts = [spoken()];
    new MutationObserver(() => {
      if (texts.at(-1) !== spoken()) texts.push(spoken());
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return texts;
  });
  return () => heard.evaluate((texts) => texts.slice(1));
}
