import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { takeMail } from "../../../testing/take-mail.ts";
import { customerWrites, reply } from "../../../testing/test-desk.ts";
import { newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const introduction = "On Mon, 9 Mar 2026 at 10:15, Support Team <support@desk.test> wrote:";
const quotes: Record<string, (own: string, mail: { text: string; html: string }) => [type: string, body: string]> = {
  "HTML of Gmail": (own, { html }) => [
    "text/html",
    `<div>${own}</div><br><div class="gmail_quote"><div class="gmail_attr">${introduction.replace(/[<>]/g, "")}<br></div><blockquote class="gmail_quote">${html}</blockquote></div>`,
  ],
  "plain text": (own, { text }) => ["text/plain", `${own}\r\n\r\n${introduction}\r\n\r\n${text.replace(/^/gm, "> ")}`],
};
const answers = {
  short: "I am sorry about that. A new vase is on its way, free of charge.",
  long: "Dear Inês,\n\nI am sorry about that.\n\n- A new vase is on its way\n- It is free of charge\n\nIt should be there by Friday: https://track.example/1Z999\n\nPlease keep the old one until then.",
};

test.each(Object.keys(quotes).flatMap((way) => Object.keys(answers).map((length) => [way, length])))(
  "the mail that we sent stays folded in an answer that quotes it as %s (%s)",
  async (way, length) => {
    const from = `ines.${way.length}.${length}@duarte.example`;
    const mail = { from, subject: "Vase", text: "Hello,\n\nThe blue vase arrived with a crack along its rim.\n\nInês" };
    const { ticket_id: id } = await customerWrites(app, owner, mail);
    await reply(owner, id, { content: answers[length as keyof typeof answers] });
    const { text, html } = await takeMail(app, from);
    const own = "Thank you, I take the oak one!";
    const [type, body] = quotes[way]?.(own, { text, html: String(html) }) ?? [];
    await answer(from, id, { type, body });
    expect((await owner.api.tickets.get({ id })).messages.at(-1)?.content).toBe(own);
  },
);

async function answer(
  from: string,
  id: string,
  { type, body }: { type: string | undefined; body: string | undefined },
) {
  const { ticketNumber } = await owner.api.tickets.get({ id });
  const head = [
    `From: Ines <${from}>`,
    `To: ${owner.supportEmail}`,
    `Subject: Re: Vase [Ticket: ${String(ticketNumber).padStart(4, "0")}]`,
    `Message-ID: <${randomUUID()}@duarte.example>`,
    `Content-Type: ${type}; charset=utf-8`,
  ];
  await app.takeIn({
    envelopeFrom: from,
    recipients: [owner.supportEmail],
    raw: `${head.join("\r\n")}\r\n\r\n${body}`,
  });
}

test.each(Object.keys(quotes))("an answer of a picture above the mail that we sent has no words (%s)", async (way) => {
  const from = `photo.${way.length}@duarte.example`;
  const { ticket_id: id } = await customerWrites(app, owner, { from, subject: "Vase", text: "The vase is cracked." });
  await reply(owner, id, { content: answers.long });
  const { text, html } = await takeMail(app, from);
  const shown = async () => (await owner.api.tickets.get({ id })).messages.at(-1);
  const written = (own: string) => quotes[way]?.(own, { text, html: String(html) }) ?? [];
  const [type, body = ""] = written("");
  await answer(from, id, { type, body });
  expect(await shown()).toMatchObject({ content: "", folded: "history", hasOtherText: false });
  await answer(from, id, { type, body: written("\u{1F44D}")[1] });
  expect(await shown()).toMatchObject({ content: "\u{1F44D}", folded: "history" });
  // Inside the quote somebody may have answered.
  await answer(from, id, { type, body: body.replaceAll("It is free of charge", "It is free of charge - not needed") });
  expect((await shown())?.content).toContain("not needed");
});
