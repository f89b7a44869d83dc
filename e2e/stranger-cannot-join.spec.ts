import type { MailLogEntry } from "@deskhand/contract/mail";
import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { seesAfter } from "./sees-after.ts";
import { listedTickets, openTicket, ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();

test("a stranger never gets into a conversation", async () => {
  const [wool, tea] = await Promise.all([desk.newStore("warm-wool"), desk.newStore("tea-house")]);
  await wool.page.goto(wool.ticketsPath);
  const ana = desk.newCustomer("Ana Silva", "ana@silva.example");
  const mallory = desk.newCustomer("Mallory", "mallory@elsewhere.example");
  const question = await ana.writes({ to: wool.address, subject: "Scarf colour", text: "Is the scarf red or rust?" });
  const ticket = await openTicket(wool.page, "Scarf colour");
  await ticket.reply("It is rust, a warm one.");
  const answer = await desk.mailbox.next(ana.email);
  const replyAddress = answer.replyTo?.value[0]?.address ?? "";

  // A stranger with the label in the subject gets a separate ticket.
  await mallory.writes({ to: wool.address, subject: answer.subject ?? "", text: "Send the parcel to me instead." });
  await expect.poll(async () => (await mailLog(wool.page)).length).toBe(2);
  // The conversation's ids, in a mail to another store, make a ticket of that store.
  await mallory.writes({
    to: tea.address,
    subject: "Re: Scarf colour [Ticket: 0001]",
    text: "Which conversation is this?",
    inReplyTo: question,
    references: [question, answer.messageId ?? ""],
  });
  // One letter of a signed address's signature is changed.
  const forged = replyAddress.replace(/.(?=@)/, (last) => (last === "a" ? "b" : "a"));
  await mallory.writes({ to: forged, subject: "Re: Scarf colour", text: "Please refund to my account." });
  // A server on the way found this use of the customer's own address to be forged.
  await mallory.writes({
    from: { name: ana.name, address: ana.email },
    headers: { "Authentication-Results": "mx.example; dmarc=fail header.from=silva.example" },
    to: wool.address,
    subject: answer.subject ?? "",
    text: "This is Ana: refund me elsewhere.",
  });

  await tea.page.goto(tea.ticketsPath);
  const strange = await openTicket(tea.page, "Scarf colour");
  await expect(strange.message("Which conversation is this?")).toBeVisible();
  await expect(strange.dialog.getByText("It is rust")).toBeHidden();

  await expect
    .poll(async () => statesOf(await mailLog(wool.page)))
    .toEqual([
      "quarantined: Re: Scarf colour",
      "ticket_created: Re: Scarf colour [Ticket: 0001]",
      "ticket_created: Re: Scarf colour [Ticket: 0001]",
      "ticket_created: Scarf colour",
    ]);
  await wool.page.reload();
  await expect(ticket.dialog.getByRole("tab", { name: /^Messages/ })).toContainText("2");
  await expect(ticket.dialog.getByText(/parcel to me|refund to my account/)).toBeHidden();
  await ticket.close();
  await expect(listedTickets(wool.page, "Ticket: 0002")).toContainText("Mallory");
  await expect(wool.page.getByText("Showing 3 of 3 tickets")).toBeVisible();

  // A mail that poses as the customer's is a marked ticket of its own, which names the one it was meant for.
  const poser = listedTickets(wool.page, "Ticket: 0003");
  await expect(poser).toContainText("Sender not verified");
  await poser.getByRole("link").click();
  const apart = ticketScreen(wool.page);
  await expect(apart.message("refund me elsewhere")).toContainText("Sender not verified");
  await apart.dialog.getByRole("link", { name: "Ticket: 0001", exact: true }).click();
  await expect(apart.message("Is the scarf red or rust?")).toBeVisible();
  await expect(apart.dialog.getByText("Sender not verified")).toBeHidden();
  await apart.close();

  // An admin can release a stopped mail from the log: it becomes a ticket of its own, away from the conversation.
  await wool.page.goto("/dashboard/admin?view=mail-log&state=quarantined");
  await wool.page.getByRole("table", { name: "Mail log" }).getByRole("button", { name: "Re: Scarf colour" }).click();
  const stopped = wool.page.getByRole("dialog", { name: "Re: Scarf colour" });
  await seesAfter(
    () => stopped.getByRole("button", { name: "Release from quarantine" }).dblclick(),
    stopped,
    "The mail was released",
  );
  await stopped.getByRole("button", { name: "Open Ticket: 0004" }).click();
  const released = ticketScreen(wool.page);
  await expect(released.message("refund to my account")).toContainText("Mallory");

  // The ticket has a button to block a persistent sender: their mail is then held back, and they hear nothing of it.
  await released.dialog.getByRole("button", { name: "More actions" }).click();
  await wool.page.getByRole("menuitem", { name: "Block Sender..." }).click();
  const dialog = wool.page.getByRole("dialog", { name: "Block Sender" });
  await dialog.getByRole("radio", { name: /^Everybody at elsewhere.example/ }).check();
  await dialog.getByRole("button", { name: "Block", exact: true }).click();
  await expect(wool.page.getByText("elsewhere.example is blocked")).toBeVisible();
  await mallory.writes({ to: wool.address, subject: "One more thing", text: "And my refund?" });
  await expect.poll(async () => statesOf(await mailLog(wool.page))).toContain("blocked: One more thing");
  await wool.page.goto("/dashboard/admin?view=blocked-senders");
  await wool.page.getByRole("link", { name: "1 mail of elsewhere.example in the mail log" }).click();
  await expect(wool.page.getByRole("table", { name: "Mail log" })).toContainText("One more thing");
});

async function mailLog(page: Page): Promise<MailLogEntry[]> {
  return (await (await page.request.get("/api/mail/log?direction=in")).json()).items;
}

function statesOf(log: MailLogEntry[]): string[] {
  return log.map(({ state, subject }) => `${state}: ${subject}`).sort();
}
