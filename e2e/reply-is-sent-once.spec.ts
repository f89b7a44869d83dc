import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { enterPassword } from "./sign-in.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("a double click, a lost response and being offline send one mail each, a note is stored once, and a draft outlives its writer's session", async () => {
  const { page, browser, address, email, password, ticketsPath } = await desk.newStore("oak-and-ink");
  await page.goto(ticketsPath);
  const lea = desk.newCustomer("Lea Roth", "lea@roth.example");
  await lea.writes({ to: address, subject: "Pen leaks", text: "My pen leaks since this morning." });
  const ticket = await openTicket(page, "Pen leaks");
  const sendReply = ticket.dialog.getByRole("button", { name: "Send Reply" });
  await expect(sendReply).toBeDisabled();

  await ticket.composer.fill("First: hold it upright.");
  await ticket.send(() => sendReply.dblclick());

  // The server gets the reply but its response is lost, so the screen tries again by itself.
  let lost = 0;
  await page.route("**/replies", async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await ticket.reply("Second: here is a new one.");
  expect(lost).toBe(2);
  await page.unroute("**/replies");

  await browser.setOffline(true);
  await ticket.composer.fill("Third: keep the old one as a spare.");
  await sendReply.click();
  await expect(ticket.dialog.getByRole("alert")).toContainText("Failed to send reply: you are offline.");
  await expect(ticket.composer).toHaveValue("Third: keep the old one as a spare.");
  await browser.setOffline(false);
  await ticket.send();
  await expect(ticket.dialog.getByText("Sent", { exact: true })).toHaveCount(3);

  await ticket.reply("Fourth: that is all.");
  const answers = [];
  for (let count = 0; count < 4; count++) answers.push(await desk.mailbox.next(lea.email));
  expect(answers.map(({ text }) => /(First|Second|Third|Fourth):/.exec(text ?? "")?.[1])).toEqual(
    expect.arrayContaining(["First", "Second", "Third", "Fourth"]),
  );
  expect(desk.mailbox.all(lea.email)).toHaveLength(4);

  const release = Promise.withResolvers<void>();
  await page.route("**/notes", async (route) => {
    await release.promise;
    await route.continue();
  });
  const [messages, notes] = [/^Messages/, /^Internal Notes/].map((name) => ticket.dialog.getByRole("tab", { name }));
  const field = ticket.dialog.getByPlaceholder("Add an internal note...");
  await notes?.click();
  await field.fill("Asks about ink next time.");
  await page.keyboard.press("Control+Enter");
  await messages?.click();
  await notes?.click();
  await expect(ticket.dialog.getByRole("button", { name: "Adding..." })).toBeVisible();
  release.resolve();
  await expect(ticket.dialog.getByRole("listitem").filter({ hasText: "Asks about ink next time." })).toHaveCount(1);
  await expect(field).toHaveValue("");

  await messages?.click();
  const draft = "Fifth, of which half is";
  await ticket.composer.fill(draft);
  await ticket.close();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await enterPassword(page, email, password);
  await expect(page).toHaveURL("/dashboard");
  await page.goto(ticketsPath);
  await openTicket(page, "Pen leaks");
  await expect(ticket.composer).toHaveValue(draft);
  expect(desk.mailbox.all(lea.email)).toHaveLength(4);
});
