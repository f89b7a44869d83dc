import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailAtDesk, mailAtDesk, type TestMail } from "../../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { playSituation, type Situation } from "../../../testing/situations/play-situation.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";

const situations = readFileSync(new URL("../../../testing/situations/situations.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Situation => JSON.parse(line));

const own = {
  SUPPORT: "support@shop.example",
  ALIAS: "orders@shop.example",
  STAFF: "kim@kollege.example",
  AGENT: "alex@agent.example",
};

let desk: Desk;
let agent: Person;
let at: MailAtDesk;
let stage: Parameters<typeof playSituation>[0];
beforeAll(async () => {
  desk = await openDesk({ roles: ["web"] });
  const store = await desk.makeTenant({ staff: [own.STAFF, own.AGENT], customAddress: own.SUPPORT });
  await desk.asOwner(
    "insert into inbound_addresses (client_id, address, is_verified) values ($1, $2, true), ($1, $3, false)",
    [store.id, own.ALIAS, "help@store.example"],
    store.id,
  );
  await desk.asOwner("update users set name = 'Kim Kollege' where email = $1", [own.STAFF], store.id);
  agent = await addColleague(desk, { tenantId: store.id }, "agent");
  at = mailAtDesk(desk, store);
  stage = { at, agent, own };
});
afterAll(() => desk.stop());

test.each(situations)("$id: $why", async (situation) => {
  const { quotes, ...played } = await playSituation(stage, situation);
  const { reply, replyAll, ...expected } = situation.expect;
  const fill = (address: string) => own[address as keyof typeof own] ?? address;
  const sorted = ({ to, cc }: typeof reply) => ({ to: to.map(fill).sort(), cc: cc.map(fill).sort() });
  const customer = expected.customer && fill(expected.customer);
  expect(played).toEqual({
    ...expected,
    customer,
    reply: sorted(reply),
    replyAll: sorted(replyAll),
    neverQuotes: [],
  });
});

test.each([
  ["pass", false],
  ["none", true],
] as const)("marks a mail in a colleague's name (%s) as unverified: %s", async (check, isUnverified) => {
  const outside = `outside-${check}@people.example`;
  const { ticket_id } = await at.send({ from: own.STAFF, headers: [`Cc: ${outside}`], check });
  const { customer, messages } = await agent.api.tickets.get({ id: ticket_id ?? "" });
  expect(customer?.email).toBe(outside);
  expect(messages).toMatchObject([{ isFromCustomer: false, authorName: "Kim Kollege", isUnverified }]);
});

test.each([
  ["pass", false],
  ["none", true],
] as const)(
  "marks a colleague's mail to the store alone, or a forward (%s), as unverified: %s",
  async (check, isUnverified) => {
    const text =
      "---------- Forwarded message ---------\r\nFrom: Bob <bob@home.example>\r\nSubject: Cup\r\n\r\nBroken.\r\n";
    for (const mail of [{ subject: "A try" }, { subject: "Fwd: Cup", text }]) {
      const { ticket_id } = await at.send({ from: own.STAFF, check, ...mail });
      const { messages } = await agent.api.tickets.get({ id: ticket_id ?? "" });
      expect(messages).toMatchObject([{ isUnverified }]);
    }
  },
);

test("does not take a forged mail in a colleague's name for the colleague's", async () => {
  const headers = ["Cc: outside-fail@people.example"];
  const { ticket_id } = await at.send({ from: own.STAFF, headers, check: "fail" });
  const { messages } = await agent.api.tickets.get({ id: ticket_id ?? "" });
  expect(messages).toMatchObject([{ isFromCustomer: true, authorId: null, isUnverified: true }]);
});

/** The first message of the ticket that a mail begins. */
async function firstMessage(from: string, headers: string[]) {
  const { ticket_id } = await at.send({ from, headers });
  const { messages } = await agent.api.tickets.get({ id: ticket_id ?? "" });
  return messages[0] && { ...messages[0], recipients: messages[0].recipients.filter(({ isOurs }) => !isOurs) };
}

test("shows the other addresses in From, answered or not", async () => {
  const from = "Ana <ana@pair.example>, Bo <bo@pair.example>";
  const bo = { kind: "from", email: "bo@pair.example", name: "Bo" };
  expect(await firstMessage(from, [])).toMatchObject({ authorEmail: "ana@pair.example", recipients: [bo] });
  const asked = await firstMessage(from, ["Reply-To: cy@pair.example"]);
  expect(asked?.recipients).toMatchObject([{ ...bo, kind: "from-only" }]);
});

test("answers nobody at the store's mailbox that got the mail, though Reply-To names it", async () => {
  const asked = ["Reply-To: wim@alone.example, Bo <bo@alone.example>, help@store.example"];
  const mail = await firstMessage("Wim <wim@alone.example>", asked);
  expect(mail?.recipients).toMatchObject([{ kind: "reply-to", email: "bo@alone.example" }]);
});

test("reports text in address fields that is no address, and nothing for valid ones", async () => {
  const mail = await firstMessage("Ana <ana@broken.example>", [
    "To: Kim",
    "Cc: Bo <bo@>, Ina Müller ina@broken.example",
  ]);
  expect(mail?.unreadAddresses).toEqual(["Kim", "Bo <bo@>"]);
  expect(mail?.recipients).toMatchObject([{ kind: "cc", email: "ina@broken.example", name: "Ina Müller" }]);
  expect((await firstMessage("Ana <ana@whole.example>", ["Cc: Bo <bo@whole.example>"]))?.unreadAddresses).toEqual([]);
});

test("reports how many addresses are left out, and takes no truncated one", async () => {
  const many = Array.from({ length: 257 }, (_, nth) => `n${nth}@many.example`);
  const mail = await firstMessage("Ana <ana@many.example>", [`Cc: ${many.join(",\r\n ")}`, "To: n1@many.example"]);
  expect(mail).toMatchObject({ leftOutAddresses: 57, unreadAddresses: [] });
  expect(mail?.recipients).toHaveLength(200);
  const long = Array.from({ length: 150 }, (_, nth) => `${"Ana ".repeat(40)}<n${nth}@long.example.com>`);
  const cut = await firstMessage("Ana <ana@many.example>", [`Cc: ${long.join(",\r\n ")}`]);
  const kept = cut?.recipients.map(({ email }) => email) ?? [];
  expect(kept.every((email) => email.endsWith("@long.example.com"))).toBe(true);
  expect([kept.length > 50, kept.length + (cut?.leftOutAddresses ?? 0)]).toEqual([true, 150]);
  expect((await firstMessage("Ana <ana@many.example>", []))?.leftOutAddresses).toBe(0);
});

test("names the list that a mail came by, as it calls itself", async () => {
  const list = ["To: choir@lists.example", "List-Id: The Choir <choir.lists.example>"];
  const mail = await firstMessage("Ana <ana@choir.example>", list);
  expect(mail).toMatchObject({ passedOn: "list", list: { email: "choir@lists.example", name: "The Choir" } });
  const bare = await firstMessage("Ana <ana@choir.example>", [
    "To: a@lists.example",
    "List-Post: <mailto:a@lists.example>",
  ]);
  expect(bare?.list).toEqual({ email: "a@lists.example", name: null });
  expect(await firstMessage("Ana <ana@choir.example>", [])).toMatchObject({ passedOn: null, list: null });
});

test("answers a list in From by its own name, and proves none of its members", async () => {
  const list = ["List-Id: The Choir <choir.lists.example>", "List-Post: <mailto:choir@lists.example>"];
  const from = (name: string) => `${name} via The Choir <choir@lists.example>`;
  const begun = await at.send({ from: from("Ana"), headers: list, check: "pass" });
  const { customer, messages, ticketNumber } = await agent.api.tickets.get({ id: begun.ticket_id ?? "" });
  expect(customer).toMatchObject({ email: "choir@lists.example", name: "The Choir" });
  expect(messages[0]).toMatchObject({
    answersTo: { email: "choir@lists.example", name: "The Choir" },
    authorEmail: "choir@lists.example",
    authorName: "Ana via The Choir",
  });
  const subject = `Re: Lamps [Ticket: ${ticketNumber}]`;
  expect((await at.send({ from: from("Bo"), headers: list, check: "pass", subject })).ticket_id).not.toBe(
    begun.ticket_id,
  );
});

test("takes back stored marks of the store's mailboxes that nothing confirms", async () => {
  const headers = ["Cc: sales@firm.example, info@traced.example", "Delivered-To: info@traced.example"];
  const { ticket_id, message_id } = await at.send({ from: "ana@people.example", headers });
  await desk.asOwner(
    "update message_recipients set is_ours = true where message_id = $1",
    [message_id],
    agent.tenantId,
  );
  const migration = new URL("../../../../../db/migrations/0159_own_marks.sql", import.meta.url);
  await desk.asOwner(readFileSync(migration, "utf8"));
  const { messages } = await agent.api.tickets.get({ id: ticket_id ?? "" });
  expect(messages[0]?.recipients.map(({ email, isOurs }) => [email, isOurs])).toEqual([
    ["help@store.example", true],
    ["sales@firm.example", false],
    ["info@traced.example", true],
  ]);
});

/** Creates a customer's ticket, and an answer that names their mail's Message-ID. */
async function begun(name: string) {
  const id = `${randomUUID()}@customer.example`;
  const from = `${name} <${name.toLowerCase()}@customer.example>`;
  const { ticket_id } = await at.send({ from, headers: [`Message-ID: <${id}>`], check: "pass" });
  const join = (mail: TestMail) => at.send({ ...mail, headers: [`In-Reply-To: <${id}>`, ...(mail.headers ?? [])] });
  return { ticketId: ticket_id ?? "", email: `${name.toLowerCase()}@customer.example`, join };
}

test("says in the list row whose words it shows if the customer is not on them", async () => {
  const { ticketId, join } = await begun("Rea");
  await join({ from: "Bea <bea@customer.example>", text: "Do not tell her yet, please." });
  expect(await agent.api.tickets.get({ id: ticketId })).toMatchObject({
    newestWords: "Bea: Do not tell her yet, please.",
  });
});

test.each([
  ["pass", true],
  ["none", false],
] as const)("takes what a colleague mails to a customer (%s) for an answer: %s", async (check, isAnswer) => {
  const { ticketId, email, join } = await begun(`Wim-${check}`);
  const asked = await agent.api.tickets.get({ id: ticketId });
  await join({ from: own.STAFF, headers: [`Cc: ${email}`], text: "It is on its way.", check });
  const { waitingSince, messages } = await agent.api.tickets.get({ id: ticketId });
  expect(messages.at(-1)).toMatchObject({ isFromCustomer: false, isUnverified: !isAnswer });
  expect(waitingSince).toBe(isAnswer ? null : asked.waitingSince);
});

test.each([
  ["a mail that only names the ticket", "none", true],
  ["a mail whose sender fails", "fail", false],
] as const)("does not send the answer to those in copy of %s", async (_, check, isJoined) => {
  const { ticketId, email } = await begun(`Uri-${check}`);
  const { ticketNumber } = await agent.api.tickets.get({ id: ticketId });
  const subject = `Re: Lamps [Ticket: ${ticketNumber}]`;
  const forged = await at.send({ from: `Uri <${email}>`, subject, headers: ["Cc: eve@evil.example"], check });
  expect(forged.ticket_id === ticketId).toBe(isJoined);
  const sent = await agent.api.messages.reply({
    ticketId: forged.ticket_id ?? "",
    content: "An answer.",
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
  });
  expect(sent.recipients).toMatchObject([{ email }]);
});

test.each([
  ["a stranger", "none", "eve@evil.example", false],
  ["a stranger, of a proven sender", "pass", "eve@evil.example", true],
  ["somebody of the same firm", "none", "desk@customer.example", false],
] as const)("follows a Reply-To to %s only if the sender is proven (%s)", async (_, check, asked, isBelieved) => {
  const { ticketId, email, join } = await begun(`Vic-${check}-${asked.split("@")[0]}`);
  const mail = await join({ from: `Vic <${email}>`, headers: [`Reply-To: ${asked}`], check });
  expect(mail.ticket_id).toBe(ticketId);
  const { messages } = await agent.api.tickets.get({ id: ticketId });
  expect(messages.at(-1)?.answersTo?.email).toBe(isBelieved ? asked : email);
});

const passedOn =
  "---------- Forwarded message ---------\r\nFrom: Uma <eve@evil.example>\r\nSubject: Cup\r\n\r\nBroken.\r\n";
test.each<[by: string, mail: (email: string) => TestMail, answered?: string]>([
  ["a second address in Reply-To", (email) => ({ from: email, headers: [`Reply-To: ${email}, eve@evil.example`] })],
  [
    "the fields of a list",
    (email) => ({
      from: `Uma via uma <${email}>`,
      headers: ["List-Id: <uma.customer.example>", `List-Post: <mailto:${email}>`, "Cc: Uma <eve@evil.example>"],
    }),
  ],
  ["a group's original sender", (email) => ({ from: email, headers: ["X-Original-Sender: eve@evil.example"] })],
  ["a colleague's forward", () => ({ from: own.STAFF, subject: "Fwd: Cup", text: passedOn }), own.STAFF],
  [
    "a group's mail by a colleague",
    () => ({ from: own.STAFF, headers: ["X-Original-From: eve@evil.example"] }),
    own.STAFF,
  ],
])("answers nobody by %s of an unproven mail", async (by, mail, answered) => {
  const { ticketId, email, join } = await begun(`Uma-${by.replaceAll(/\W+/g, "-")}`);
  expect((await join({ ...mail(email), check: "none" })).ticket_id).toBe(ticketId);
  const message = (await agent.api.tickets.get({ id: ticketId })).messages.at(-1);
  expect(message?.answersTo?.email).toBe(answered ?? email);
  expect(message?.recipients.filter(({ kind }) => kind === "reply-to" || kind === "from")).toEqual([]);
});

test.each([
  [
    "their own program's way",
    "> ---------- Forwarded message ---------\r\n> From: Gwen <gwen-EMAIL>\r\n> Subject: Lamps\r\n>\r\n> Mine broke.\r\n",
  ],
  [
    "Outlook's way",
    "From: Gwen <gwen-EMAIL>\r\nSent: Monday, November 30, 2026 9:00\r\nTo: Shop\r\nSubject: Lamps\r\n\r\nMine broke.\r\n",
  ],
])(
  "takes a colleague's answer that quotes the customer in %s for the store's, and answers the colleague",
  async (way, quote) => {
    const { ticketId, email, join } = await begun(`Gwen-${way.length}`);
    const text = `She lies, our margin is 12 euro.\r\n\r\n${quote.replace("gwen-EMAIL", email)}`;
    await join({ from: own.STAFF, subject: "RE: Fwd: Lamps", text, check: "pass" });
    const message = (await agent.api.tickets.get({ id: ticketId })).messages.at(-1);
    expect(message).toMatchObject({ passedOn: null, audience: "side", answersTo: { email: own.STAFF } });
  },
);

test.each<[how: string, mail: TestMail]>([
  ["by References alone", { subject: "Re: Fwd: Lamps", headers: ["References: <ID>"] }],
  ["by the subject's number", { subject: "Re: Fwd: Lamps [Ticket: NUMBER]" }],
  [
    "with the mail enclosed",
    {
      subject: "Re: Fwd: Lamps",
      headers: ["In-Reply-To: <ID>", "MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b"],
      text: "--b\r\n\r\nNo refund.\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: Gil <EMAIL>\r\nSubject: Lamps\r\n\r\nMine broke.\r\n--b--",
    },
  ],
])("recognizes a colleague's answer %s", async (how, { subject, headers = [], text }) => {
  const { ticketId, email } = await begun(`Gil-${how.replaceAll(/\W+/g, "-")}`);
  const { ticketNumber, messages } = await agent.api.tickets.get({ id: ticketId });
  const id = await at.mailIdOf(messages[0]?.id ?? "");
  const head = `No refund.\r\n\r\nFrom: Gil <${email}>\r\nSent: Monday, November 30, 2026 9:00\r\nTo: Shop\r\nSubject: Lamps\r\n\r\nMine broke.\r\n`;
  const mail = await at.send({
    from: own.STAFF,
    check: "pass",
    subject: subject?.replace("NUMBER", String(ticketNumber)) ?? "",
    headers: headers.map((line) => line.replace("ID", id)),
    text: text?.replace("EMAIL", email) ?? head,
  });
  const answered = (await agent.api.tickets.get({ id: mail.ticket_id ?? "" })).messages.at(-1);
  expect(answered).toMatchObject({ passedOn: null, authorEmail: own.STAFF });
  expect(answered?.answersTo?.email).not.toBe(email);
});

test("does not count strangers who only name a ticket against its customer", async () => {
  const { ticketId, email, join } = await begun("Wes");
  const { ticketNumber } = await agent.api.tickets.get({ id: ticketId });
  await desk.asOwner(
    `insert into ticket_messages (id, ticket_id, client_id, message_type, content, is_from_customer, author_name, is_unverified)
     select gen_random_uuid(), $1, $2, 'email', 'x', true, 'x', true from generate_series(1, 100)`,
    [ticketId, agent.tenantId],
    agent.tenantId,
  );
  const subject = `Re: Lamps [Ticket: ${ticketNumber}]`;
  expect((await at.send({ from: `Wes <${email}>`, subject })).state).toBe("loop_stopped");
  expect((await join({ from: `Wes <${email}>`, text: "I wait." })).state).toBe("reply_added");
});

test("takes a tagged address of the store for the store's", async () => {
  const mail = await firstMessage("Xia <xia@people.example>", ["Cc: orders+vip@shop.example"]);
  expect(mail?.recipients).toEqual([]);
});

test("keeps mail from the store's own address to a customer as that address's", async () => {
  const mail = await firstMessage(`Shop <${own.SUPPORT}>`, ["Cc: yan@people.example"]);
  expect(mail).toMatchObject({ isFromCustomer: false, authorEmail: own.SUPPORT });
});

test("names in an answer to a forward only messages that its recipients have", async () => {
  const text =
    "---------- Forwarded message ---------\r\nFrom: Fay <fay@home.example>\r\nSubject: Cup\r\n\r\nBroken.\r\n";
  const { ticket_id } = await at.send({ from: own.STAFF, subject: "Fwd: Cup", text, check: "pass" });
  await agent.api.messages.reply({
    ticketId: ticket_id ?? "",
    content: "An answer.",
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
  });
  const mails = await desk.db.withTenant(agent.tenantId, (tx) =>
    tx
      .selectFrom("outgoing_mails")
      .select(["to_email", "details"])
      .where("to_email", "=", "fay@home.example")
      .execute(),
  );
  expect(mails).toMatchObject([{ to_email: "fay@home.example" }]);
  expect(JSON.stringify(mails[0]?.details)).not.toContain("@customer.example");
});
