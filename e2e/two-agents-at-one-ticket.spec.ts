import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { seesAfter } from "./sees-after.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { supportAddress } from "./support-address.ts";
import { listedTickets, openTicket, type TicketScreen } from "./ticket-screen.ts";

const desk = await openDesk();
const subject = "Hammock in blue";

test("two agents see who looks, writes, sorts and answers; nothing is overwritten, and the second to answer decides", async () => {
  const mina = await signInAtDemoStore(desk, "agent");
  const ruben = await signInAtDemoStore(desk, "supervisor");
  await ruben.request.patch("/api/desk/preferences", { data: { undoSeconds: 30, afterSend: "stay" } });
  await Promise.all([mina, ruben].map((page) => page.goto(`/dashboard/tickets?q=${encodeURIComponent(subject)}`)));
  await expect(mina.getByText("No active tickets found")).toBeVisible();
  const otto = desk.newCustomer("Otto Krause", "otto@krause.example");
  await otto.writes({ to: await supportAddress(mina), subject, text: "Does the hammock come in blue?" });

  const minas = await openTicket(mina, subject);
  const row = listedTickets(ruben, subject);
  await expect(row.getByTitle("Mina Castellanos is looking")).toBeVisible();
  const rubens = await openTicket(ruben, subject);
  await expect(rubens.dialog.getByText("Mina Castellanos is looking")).toBeVisible();
  await expect(minas.dialog.getByText("Ruben Okafor is looking")).toBeVisible();
  const writes = () => minas.composer.pressSequentially("In blue, ");
  await seesAfter(writes, rubens.dialog, "Mina Castellanos is writing");

  await sort(minas, rubens);
  await collide(ruben, minas, rubens);
  await mention(mina, minas);
  await ruben.getByRole("button", { name: /^Notifications/ }).click();
  await expect(ruben.getByText(/mentioned you on Ticket: \d+: Hammock in blue/).first()).toBeVisible();
  await ruben.keyboard.press("Escape");

  // A reply that can still be undone is announced; once undone, it no longer is.
  await rubens.composer.fill("We have it in blue.");
  await rubens.dialog.getByRole("button", { name: "Send Reply" }).click();
  const isSending = minas.dialog.getByText("Ruben Okafor is sending a reply");
  const waits = minas.message("Ruben Okafor’s reply leaves in");
  await expect(isSending).toBeVisible();
  await expect(waits).toContainText("We have it in blue.");
  await ruben.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(rubens.composer).toHaveValue("We have it in blue.");
  await expect(isSending).toBeHidden();
  await expect(waits).toHaveCount(0);
  await minas.composer.fill("In blue from next month on.");
  await rubens.dialog.getByRole("button", { name: "Send Reply" }).click();
  await ruben.getByRole("button", { name: "Send now", exact: true }).click();
  await expect(minas.dialog.getByText("Ruben Okafor answered just now")).toBeVisible();
  await expect(minas.message("We have it in blue.")).toContainText("From: Ruben Okafor");
  await minas.dialog.getByRole("button", { name: "Send Reply" }).click();
  const notice = minas.dialog.getByRole("status").filter({ hasText: "The conversation moved on" });
  await expect(notice).toContainText("Ruben Okafor");
  await expect(notice).toContainText("We have it in blue.");
  await expect(minas.composer).toHaveValue("In blue from next month on.");
  await minas.send(() => notice.getByRole("button", { name: "Send anyway" }).click());
  await expect(rubens.message("In blue from next month on.")).toContainText("From: Mina Castellanos");
  const answers = [await desk.mailbox.next(otto.email), await desk.mailbox.next(otto.email)].map(({ text }) => text);
  for (const words of ["We have it in blue.", "In blue from next month on."])
    expect(answers.filter((text) => text?.includes(words))).toHaveLength(1);
  for (const text of answers) expect(text).not.toContain("do we have any");

  // The ticket is archived while somebody writes: the fields become read-only, and the text is kept.
  await rubens.composer.fill("Half an answer");
  await minas.dialog.getByRole("button", { name: "Update Status" }).click();
  const status = mina.getByRole("dialog", { name: /^Update Ticket Status/ });
  await status.getByRole("radio", { name: /^Closed/ }).check();
  await status.getByRole("button", { name: "Update Status" }).click();
  await expect(rubens.dialog.getByText("This ticket is archived")).toBeVisible();
  await expect(rubens.dialog.getByText("Your unsent reply is kept")).toBeVisible();
  await expect(rubens.dialog.getByRole("combobox", { name: "Priority" })).toBeHidden();
  await rubens.dialog.getByRole("button", { name: "Reopen Ticket" }).click();
  await expect(rubens.composer).toHaveValue("Half an answer");

  await rubens.close();
  await expect(row.getByTitle("Mina Castellanos is looking")).toBeVisible();
  await expect(row.getByTitle("Assigned to Mina Castellanos")).toBeVisible();
  await minas.close();
  await expect(row.getByTitle("Mina Castellanos is looking")).toBeHidden();
});

/** Checks that one agent sees the other's changes to the ticket at once. */
async function sort({ dialog }: TicketScreen, theirs: TicketScreen): Promise<void> {
  await dialog.getByRole("button", { name: "Assign to me" }).click();
  await expect(theirs.dialog.getByText("Mina Castellanos took this ticket.")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Category" }).selectOption("Product Support");
  await expect(theirs.dialog.getByRole("combobox", { name: "Category" })).toHaveValue("Product Support");
  await dialog.getByLabel("Due date").fill("2020-02-03");
  await expect(theirs.dialog.getByText("Overdue")).toBeVisible();
  const tag = dialog.getByRole("textbox", { name: "Add tag" });
  await tag.fill(" glaze ");
  await tag.press("Enter");
  await expect(theirs.dialog.getByRole("button", { name: "Remove tag glaze", exact: true })).toBeVisible();
}

/** Lets the second screen lag: its change collides with the first one's, and it learns the current value. */
async function collide(second: Page, mine: TicketScreen, theirs: TicketScreen): Promise<void> {
  const release = Promise.withResolvers<void>();
  await second.route("**/api/tickets/*", async (route) => {
    if (route.request().method() === "PATCH") await release.promise;
    await route.continue();
  });
  const priority = theirs.dialog.getByRole("combobox", { name: "Priority" });
  await priority.selectOption("low");
  const saved = mine.dialog
    .page()
    .waitForResponse((answer) => answer.request().postData()?.includes('"high"') === true);
  await mine.dialog.getByRole("combobox", { name: "Priority" }).selectOption("high");
  expect((await saved).status()).toBe(200);
  release.resolve();
  await expect(theirs.dialog.getByText("The priority was changed meanwhile: it is High now.")).toBeVisible();
  await expect(priority).toHaveValue("high");
  await second.unroute("**/api/tickets/*");
}

/** Writes a note to the colleague with its key; the trail shows it too. */
async function mention(page: Page, { dialog }: TicketScreen): Promise<void> {
  await dialog.getByRole("tab", { name: /^Messages/ }).focus();
  await page.keyboard.press("n");
  await expect(dialog.getByRole("textbox", { name: "Internal note" })).toBeFocused();
  await page.keyboard.type("@rub");
  await dialog.getByRole("listbox").getByRole("option", { name: "Ruben Okafor" }).click();
  await page.keyboard.type("do we have any?");
  await page.keyboard.press("Control+Enter");
  const thread = dialog.getByRole("region", { name: "Messages" });
  const written = thread.getByRole("listitem").filter({ hasText: "@Ruben Okafor do we have any?" });
  await expect(written).toContainText("Only colleagues see this");
  await expect(thread.getByText(/changed the priority from Medium to High/)).toBeVisible();
  await dialog.getByRole("button", { name: "Reply", exact: true }).click();
}
