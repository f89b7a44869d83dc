import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailAtDesk, mailAtDesk, type TestMail } from "../../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { takeMail } from "../../../testing/take-mail.ts";
import { reply } from "../../../testing/test-desk.ts";
import { addColleague, newAddress, type Person } from "../../../testing/test-people.ts";

let desk: Desk;
let agent: Person;
let at: MailAtDesk;
beforeAll(async () => {
  desk = await openDesk();
  const store = await desk.makeTenant({});
  agent = await addColleague(desk, { tenantId: store.id }, "agent");
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

test("shows a base64 text without padding and the plain footer that a mailing list added below", async () => {
  const body = Buffer.from("Hello, my lamp is broken").toString("base64");
  const headers = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64"];
  const text = `${body}\r\n_______________________________\r\nUsers mailing list\r\n`;
  const { ticket_id } = await at.send({ from: newAddress("list"), headers, text });
  const { messages, preview } = await agent.api.tickets.get({ id: ticket_id ?? "" });
  expect(messages[0]?.content).toMatch(/^Hello, my lamp is broken/);
  expect(preview).toBe("my lamp is broken");
});

test.each([
  ["علی\u200cرضا", "علی\u200cرضا"],
  ["ශ\u0dca\u200dර\u0dd3 ලංකා", "ශ\u0dca\u200dර\u0dd3 ලංකා"],
  ["ക\u0d28\u0d4d\u200d", "ക\u0d28\u0d4d\u200d"],
  ["👩\u200d👩\u200d👧 ❤\ufe0f", "👩\u200d👩\u200d👧 ❤\ufe0f"],
  ["A\u200dn\u200cn\u200b \u202eSmith\u2066\u00ad", "Ann Smith"],
  ["علی\u200c\u200c\u202e", "علی"],
  ["\u200dAnn\u200c", "Ann"],
])("keeps in the name %j what its letters need: %j", async (name, shown) => {
  const email = newAddress("name");
  const { ticket_id } = await at.send({ from: `=?utf-8?B?${Buffer.from(name).toString("base64")}?= <${email}>` });
  const id = ticket_id ?? "";
  expect((await agent.api.tickets.get({ id })).customer).toMatchObject({ name: shown, email });
});

test.each([
  ["<foo bar@c.example>", "<foo bar@c.example>"],
  ["foo bar@c.example", "<foo bar@c.example>"],
  [`<${"a".repeat(950)}@c.example>`, `<${"a".repeat(950)}@c.example>`],
  [`<${"a".repeat(50)}\r\n ${"b".repeat(50)}@c.example>`, `<${"a".repeat(50)}${"b".repeat(50)}@c.example>`],
  ["<a@c.example>\r\n Bcc: evil@c.example", "<a@c.example>"],
])("answers a mail by its odd Message-ID: %j", async (messageId, named) => {
  const from = newAddress("odd");
  const { ticket_id } = await at.send({ from, headers: [`Message-ID: ${messageId}`] });
  const id = ticket_id ?? "";
  await reply(agent, id);
  const { headers } = await takeMail(desk, from);
  const fieldOf = (name: string) => headers.filter((one) => one.name.toLowerCase() === name).map(({ value }) => value);
  expect([fieldOf("in-reply-to"), fieldOf("references"), fieldOf("bcc")]).toEqual([
    [named],
    named.includes(" ") ? [] : [named],
    [],
  ]);
  const answer: TestMail = { from, headers: [`In-Reply-To: ${messageId}`], check: "pass" };
  expect(await at.send(answer)).toMatchObject({ state: "reply_added", ticket_id });
});

test.each(["<ümlaut@c.example>", `<${"a".repeat(1_500)}@c.example>`])(
  "threads the answer to our answer to a mail whose Message-ID no header can have: %j",
  async (messageId) => {
    const from = newAddress("odd");
    const { ticket_id } = await at.send({ from, headers: [`Message-ID: ${messageId}`] });
    await reply(agent, ticket_id ?? "");
    const { headers } = await takeMail(desk, from);
    const ours = headers.find(({ name }) => name.toLowerCase() === "message-id")?.value;
    const answer = { from, headers: [`In-Reply-To: ${ours}`, `References: ${messageId} ${ours}`] };
    expect(await at.send(answer)).toMatchObject({ state: "reply_added", ticket_id });
  },
);
