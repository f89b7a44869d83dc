import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { sendAtOnce } from "./send-at-once.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("three people, a supplier and a colleague each get their answers, and nobody reads what was not for them", async () => {
  const { page, browser, address, ticketsPath } = await desk.newStore("who-gets-it");
  await sendAtOnce(browser.request);
  await page.goto(ticketsPath);
  const [cora, dora, bo] = ["cora", "dora", "bo"].map((name) => desk.newCustomer(name, `${name}@people.example`));
  const supplier = desk.newCustomer("Parts", "desk@parts.example");
  if (!cora || !dora || !bo) throw new Error("Nobody writes");
  const others = [dora, bo].map(({ name, email }) => `${name} <${email}>`).join(", ");
  await cora.writes({ to: address, cc: others, subject: "Garden lamps", text: "Where are our lamps?" });

  // The person in Cc gets the answer too, and each gets it once.
  const ticket = await openTicket(page, "Garden lamps");
  const chips = (field: string) => ticket.dialog.getByRole("list", { name: field, exact: true }).getByRole("listitem");
  await expect(chips("To")).toHaveText([/cora/]);
  await expect(chips("Cc")).toHaveText([/dora/, /bo/]);
  await ticket.reply("They left this morning.");
  const answers = [];
  for (const { email } of [cora, dora, bo]) answers.push(await desk.mailbox.next(email));
  expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(1);
  for (const { text } of answers) expect(text).toContain("Where are our lamps?");

  // A mail to the store alone is answered to its sender alone.
  const [, toDora] = answers;
  if (!toDora) throw new Error("Dora got no mail");
  await dora.replies(toDora, "Do not tell Cora: one lamp more, as a surprise.");
  await expect(ticket.message("Do not tell Cora")).toContainText("To you only: cora and bo are not on it");
  await expect(chips("To")).toHaveText([/dora/]);
  await expect(chips("Cc")).toHaveCount(0);
  await ticket.reply("Dear Dora, it comes with the others.");
  expect((await desk.mailbox.next(dora.email)).text).toContain("Do not tell Cora");

  // The supplier's answer to a question is only for the store.
  const menu = (words: string) => ticket.message(words).first().getByRole("button", { name: "Message actions" });
  await menu("Where are our lamps?").click();
  await page.getByRole("menuitem", { name: "Forward" }).click();
  await ticket.dialog.getByRole("combobox", { name: "To", exact: true }).fill(supplier.email);
  await page.keyboard.press("Enter");
  await ticket.dialog.getByPlaceholder("Words of your own, if you like...").fill("Have you one more?");
  await ticket.dialog.getByRole("button", { name: "Send Forward" }).click();
  const forwarded = await desk.mailbox.next(supplier.email);
  expect(forwarded.text).toContain("Have you one more?");
  expect(forwarded.text).toContain("Where are our lamps?");
  expect(forwarded.text).not.toContain("Do not tell Cora");
  await supplier.replies(forwarded, "Yes, for four each.");
  await expect(ticket.message("Yes, for four each.")).toContainText(/To you only: cora.* are not on it/);

  // Cora's mail is answered again by a colleague who read the whole thread, and contains nothing of the rest.
  await ticket.message("Yes, for four each.").scrollIntoViewIfNeeded();
  await expect(ticket.message("Yes, for four each.")).toBeInViewport();
  await menu("Where are our lamps?").click();
  await page.getByRole("menuitem", { name: "Reply", exact: true }).click();
  await expect(chips("To")).toHaveText([/cora/]);
  await ticket.reply("They come on Friday.");
  const last = await desk.mailbox.next(cora.email);
  expect(last.text).toContain("They come on Friday.");
  expect(last.text).not.toMatch(/surprise|four each/);
  expect(desk.mailbox.all(cora.email)).toHaveLength(2);
  expect(desk.mailbox.all(bo.email)).toHaveLength(1);
});
