import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { listedTickets, openTicket, ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();

test("an agent answers, sets the status and stands in the next ticket that needs a reply, by keys alone", async () => {
  const { page, browser, address, ticketsPath } = await desk.newStore("go-on");
  await browser.request.patch("/api/desk/preferences", { data: { undoSeconds: 5, afterSend: "next" } });
  const ines = desk.newCustomer("Inês Duarte", "ines@go-on-duarte.example");
  const subjects = ["First vase", "Second lamp", "Third rug"];
  await page.goto(ticketsPath);
  for (const subject of subjects) {
    await ines.writes({ to: address, subject, text: `A question on my order of the ${subject.toLowerCase()}.` });
    await expect(listedTickets(page, subject)).toBeVisible();
  }
  const screen = ticketScreen(page);
  const shows = (subject: string) => expect(screen.dialog.getByText(subject).first()).toBeVisible();
  await openTicket(page, "Third rug");
  await expect(screen.message("third rug")).toBeVisible();
  await page.keyboard.press("j");
  await shows("Second lamp");
  await page.keyboard.press("k");
  await shows("Third rug");
  await expect(screen.dialog.getByRole("button", { name: "Previous ticket" })).toBeDisabled();

  await page.keyboard.press("r");
  await page.keyboard.type("The rug is on its way.");
  await screen.dialog.getByRole("button", { name: "Send and set the status" }).click();
  const heldAt = Date.now();
  await page.getByRole("menuitem", { name: "Send and set Resolved" }).click();
  await shows("Second lamp");
  await expect(screen.message("second lamp")).toBeVisible();
  // Every key works at once.
  await page.keyboard.press("r");
  await expect(screen.composer).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(screen.composer).not.toBeFocused();
  await expect(screen.dialog).toBeVisible();
  await page.keyboard.press("r");
  await page.keyboard.type("The lamp, too.");
  // What was chosen goes with Shift.
  await page.keyboard.press("Control+Shift+Enter");
  await shows("First vase");
  const sentEarly = desk.mailbox.all(ines.email);
  if (Date.now() < heldAt + 5_000) expect(sentEarly).toEqual([]);
  await page.keyboard.press("r");
  await page.keyboard.type("And the vase.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("All answered")).toBeVisible();
  await expect(screen.dialog).toBeHidden();
  const mails = [1, 2, 3].map(() => desk.mailbox.next(ines.email));
  expect((await Promise.all(mails)).length).toBe(3);
  await expect(listedTickets(page)).toHaveCount(1);
  await expect(listedTickets(page, "First vase")).toContainText("Open");

  await openTicket(page, "First vase");
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: /Update Ticket Status/ });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("3");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await screen.dialog.getByRole("button", { name: "Status: Pending" }).click();
  await page.getByRole("menuitem", { name: "In Progress" }).click();
  await expect(screen.dialog.getByRole("button", { name: "Status: In Progress" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(screen.dialog).toBeHidden();

  // From the list it is two keys, or two clicks: into the reply, and out of it with the status that was chosen last.
  await page.mouse.move(0, 0);
  await page.goto(ticketsPath);
  for (const subject of ["Fourth chair", "Fifth table"]) {
    await ines.writes({ to: address, subject, text: `A question on my order of the ${subject.toLowerCase()}.` });
    await expect(listedTickets(page, subject)).toBeVisible();
  }
  await page.keyboard.press("r");
  await shows("Fifth table");
  await expect(screen.composer).toBeFocused();
  await page.keyboard.type("The table comes tomorrow.");
  await page.keyboard.press("Control+Shift+Enter");
  await shows("Fourth chair");
  await expect(screen.composer).not.toBeFocused();
  await page.keyboard.press("Escape");
  await expect(screen.dialog).toBeHidden();
  await listedTickets(page, "Fourth chair").getByText("Needs reply").click();
  await shows("Fourth chair");
  await expect(screen.composer).toBeFocused();
  await page.keyboard.type("So does the chair.");
  await screen.dialog.getByRole("button", { name: "Send and set Resolved", exact: true }).click();
  await expect(screen.dialog).toBeHidden();
  await expect(listedTickets(page)).toHaveCount(1);
  await expect(listedTickets(page, "First vase")).toBeVisible();
});
