import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openTicket, ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();

test("a double click, a response lost on the way and a network that was off send one mail each, as a note left on its way is one", async () => {
  const { page, browser, address, ticketsPath } = await desk.newStore("oak-and-ink");
  await page.goto(ticketsPath);
  const lea = desk.newCustomer("Lea Roth", "lea@roth.example");
  await lea.writes({ to: address, subject: "Pen leaks", text: "My pen leaks since this morning." });
  const ticket = await openTicket(page, "Pen leaks");
  const sendReply = ticket.dialog.getByRole("button", { name: "Send Reply" });
  await expect(sendReply).toBeDisabled();

  await ticket.composer.fill("First: hold it upright.");
  await ticket.send(() => sendReply.dblclick());

  // The server gets the reply, but its response never arrives; the screen tries again by itself.
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

  const held = Promise.withResolvers<void>();
  await page.route("**/notes", async (route) => {
    await held.promise;
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
  held.resolve();
  await expect(ticket.dialog.getByRole("listitem").filter({ hasText: "Asks about ink next time." })).toHaveCount(1);
  await expect(field).toHaveValue("");
});

test("a reply that fails after its ticket was closed is reported, and so is a page instead of the server's response", async () => {
  const { page, address, ticketsPath } = await desk.newStore("far-away-lamps");
  await page.goto(ticketsPath);
  await desk
    .newCustomer("Uma", "uma@lamps.example")
    .writes({ to: address, subject: "Dim lamp", text: "My lamp is dim." });
  const ticket = await openTicket(page, "Dim lamp");
  // A hotel's network that wants to be signed in to again.
  await page.route("**/replies", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Welcome to the hotel" }),
  );
  await ticket.composer.fill("Please turn it up.");
  await ticket.dialog.getByRole("button", { name: "Send Reply" }).click();
  await ticket.close();
  const told = page.getByRole("button", { name: /Your reply was not sent \(Ticket: 0001\)/ });
  await expect(told).toContainText("Deskhand could not be reached", { timeout: 40_000 });
  await page.unroute("**/replies");

  await told.click();
  await expect(ticket.dialog.getByRole("alert")).toContainText("Failed to send reply: Deskhand could not be reached.");
  await expect(ticket.composer).toHaveValue("Please turn it up.");
  await ticket.send();
  await expect(ticket.dialog.getByRole("alert")).toHaveCount(0);
});

test("an unsent reply survives closing the ticket, reloading the page and signing out", async () => {
  const { page, address, email, password, ticketsPath } = await desk.newStore("slow-clay");
  await page.goto(ticketsPath);
  await desk
    .newCustomer("Bo", "bo@pots.example")
    .writes({ to: address, subject: "Two cups", text: "Two cups, please." });
  await openTicket(page, "Two cups");
  const draft = "Of course, in which";
  await ticketScreen(page).composer.fill(draft);
  await ticketScreen(page).close();
  await expect(ticketScreen(page).dialog).toBeHidden();
  const ticket = await openTicket(page, "Two cups");
  await expect(ticket.composer).toHaveValue(draft);
  await page.reload();
  await expect(ticket.composer).toHaveValue(draft);

  await ticket.close();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await page.getByPlaceholder("Enter your email").fill(email);
  await page.getByPlaceholder("Enter your password").fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByRole("link", { name: "Tickets" }).click();
  await openTicket(page, "Two cups");
  await expect(ticket.composer).toHaveValue(draft);
});
