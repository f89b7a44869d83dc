import { randomUUID } from "node:crypto";
import { customerExportUrl } from "@deskhand/contract/pages";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openSmtpMailer } from "../../../platform/mailer/smtp-mailer.ts";
import { type MailAtDesk, mailAtDesk } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { openSmtpSink, type SmtpSink } from "../../../testing/smtp-sink.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";
import { redactCustomer } from "../../customers/index.ts";
import { deliverMail } from "../../outgoing/index.ts";

const own = "support@shop.example";

let sink: SmtpSink;
let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;
let agent: Person;
beforeAll(async () => {
  sink = await openSmtpSink();
  desk = await openDesk({ roles: ["web"], mailer: openSmtpMailer(sink.url) });
  store = await desk.makeTenant({ customAddress: own });
  at = mailAtDesk(desk, store);
  agent = await addColleague(desk, { tenantId: store.id }, "agent");
});
afterAll(async () => {
  await desk.stop();
  await sink.close();
});
afterEach(() => {
  sink.mails.length = 0;
});

/** Sends a mail by Ana with Bo in Cc; returns what an answer has to refer to. */
async function anaWritesWithBo() {
  const [ana, bo] = [`ana-${randomUUID()}@ana.example`, `bo-${randomUUID()}@bo.example`];
  const raw = lines([`From: Ana <${ana}>`, `To: ${own}`, `Cc: "Bo, of the works" <${bo}>`], "Where is our lamp?");
  const { ticket_id } = await at.sendRaw(raw);
  return { ana, bo, ticketId: ticket_id ?? "" };
}

function lines(head: string[], text: string) {
  return [...head, "Subject: Lamp", `Message-ID: <${randomUUID()}@people.example>`, "", text].join("\r\n");
}

type Chosen = Parameters<Person["api"]["messages"]["reply"]>[0]["recipients"];

function reply(ticketId: string, recipients?: Chosen, content = "It is on its way.") {
  return agent.api.messages.reply({
    ticketId,
    content,
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
    ...(recipients && { recipients }),
  });
}

/** Tries once to deliver each queued mail of a message. */
async function deliver(messageId: string): Promise<void> {
  const waiting = await desk.asOwner<{ id: string }>(
    "select id from outgoing_mails where message_id = $1 and state = 'queued' order by (details ->> 'place')::int",
    [messageId],
    store.id,
  );
  for (const { id: mailId } of waiting) await deliverMail(desk.services, { mailId, tenantId: store.id });
}

const shown = async (ticketId: string, id: string) =>
  (await agent.api.tickets.get({ id: ticketId })).messages.find((item) => item.id === id);

test("a reply goes to the writer with the others in Cc, each in a mail of their own that names everybody except Bcc", async () => {
  const { ana, bo, ticketId } = await anaWritesWithBo();
  const boss = `boss-${randomUUID()}@shop-office.example`;
  const { id, recipients } = await reply(ticketId, {
    to: [{ email: ana.toUpperCase(), name: "Ana" }, { email: ana }],
    cc: [{ email: bo, name: "Bo" }],
    bcc: [{ email: boss }, { email: bo }],
  });
  expect(recipients.map(({ kind, email }) => `${kind} ${email}`)).toEqual([`to ${ana}`, `cc ${bo}`, `bcc ${boss}`]);
  await deliver(id);
  expect(sink.mails.map(({ envelopeTo }) => envelopeTo)).toEqual([[ana], [bo], [boss]]);
  expect(new Set(sink.mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  for (const { raw } of sink.mails) {
    const head = raw.toString().split("\r\n\r\n")[0] ?? "";
    expect(head).toMatch(new RegExp(`^To: Ana <${ana}>\r$`, "m"));
    expect(head).toMatch(new RegExp(`^Cc: Bo <${bo}>\r$`, "m"));
    expect(raw.toString()).not.toContain(boss);
  }
  const returnPaths = new Set(sink.mails.map(({ envelopeFrom }) => envelopeFrom));
  expect(returnPaths.size).toBe(3);
  expect((await shown(ticketId, id))?.recipients.map(({ deliveryState }) => deliveryState)).toEqual([
    ...["sent", "sent", "sent"],
  ]);
});

test("by default everybody on the mail is answered", async () => {
  const { ana, bo, ticketId } = await anaWritesWithBo();
  const { recipients } = await reply(ticketId);
  expect(recipients).toMatchObject([
    { kind: "to", email: ana, name: "Ana" },
    { kind: "cc", email: bo, name: "Bo, of the works" },
  ]);
});

test("a person in Cc who writes to the store alone is answered alone, and quoted to nobody else", async () => {
  const { ana, bo, ticketId } = await anaWritesWithBo();
  const { id: first } = await reply(ticketId);
  await deliver(first);
  const answered = `In-Reply-To: <${await at.mailIdOf(first)}>`;
  const secret = `Do not tell Ana ${randomUUID()}`;
  const entry = await at.sendRaw(lines([`From: Bo <${bo}>`, `To: ${own}`, answered], secret));
  expect(entry.ticket_id).toBe(ticketId);
  expect(await shown(ticketId, entry.message_id ?? "")).toMatchObject({ audience: "side", answersTo: { email: bo } });

  const alone = await reply(ticketId);
  expect(alone).toMatchObject({ audience: "side", recipients: [{ kind: "to", email: bo }] });
  await deliver(alone.id);
  expect(sink.mails.at(-1)?.parsed.text).toContain(secret);

  const both = await reply(ticketId, { to: [{ email: bo }], cc: [{ email: ana }] });
  const toAna = await reply(ticketId, { to: [{ email: ana }] });
  for (const { id } of [both, toAna]) await deliver(id);
  expect(sink.mails.slice(3).map(({ parsed }) => parsed.text?.includes(secret))).toEqual([false, false, false]);
});

test("a recipient whom the mail does not reach fails alone, and is retried alone", async () => {
  const { ana, bo, ticketId } = await anaWritesWithBo();
  const { id } = await reply(ticketId);
  await deliver(id);
  const [, toBo] = sink.mails;
  const report = bounceOf(bo);
  await at.sendRaw(report, store, toBo?.envelopeFrom ?? "", "");
  const states = async () =>
    (await shown(ticketId, id))?.recipients.map(({ email, deliveryState }) => [email, deliveryState]);
  expect(await states()).toEqual([
    [ana, "sent"],
    [bo, "failed"],
  ]);
  expect(await shown(ticketId, id)).toMatchObject({ deliveryState: "failed" });
  sink.mails.length = 0;
  await agent.api.messages.retryDelivery({ ticketId, id });
  expect(await states()).toEqual([
    [ana, "sent"],
    [bo, "sending"],
  ]);
  await deliver(id);
  expect(sink.mails.map(({ envelopeTo }) => envelopeTo)).toEqual([[bo]]);
  // A late bounce of the first sending does not concern the second.
  await at.sendRaw(bounceOf(bo), store, toBo?.envelopeFrom ?? "", "");
  expect(await states()).toEqual([
    [ana, "sent"],
    [bo, "sent"],
  ]);
});

function bounceOf(to: string) {
  return [
    "From: Mail Delivery System <mailer-daemon@relay.example>",
    "Subject: Undelivered Mail Returned to Sender",
    `Message-ID: <${randomUUID()}@relay.example>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    ...[
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "It did not arrive.",
      "--b",
      "Content-Type: message/delivery-status",
      "",
    ],
    ...["Reporting-MTA: dns; relay.example", "", `Final-Recipient: rfc822; ${to}`, "Action: failed", "Status: 5.1.1"],
    ...["Diagnostic-Code: smtp; 550 5.1.1 no such user", "", "--b--", ""],
  ].join("\r\n");
}

test("refuses only the store itself, or more recipients than a mail may have", async () => {
  const { ticketId } = await anaWritesWithBo();
  const toOwn = reply(ticketId, { to: [{ email: own }, { email: store.address }] });
  await expect(toOwn).rejects.toMatchObject({ code: "recipients_are_own" });
  const many = Array.from({ length: 51 }, (_, index) => ({ email: `p${index}@many.example` }));
  for (const recipients of [{ to: many }, { to: [] }, { to: [{ email: "nobody" }] }]) {
    await expect(reply(ticketId, recipients)).rejects.toMatchObject({ code: "input_invalid" });
  }
  expect((await agent.api.tickets.get({ id: ticketId })).messages).toHaveLength(1);
});

test("messages are forwarded to another person, who answers to the ticket and to nobody but the store", async () => {
  const { ana, ticketId } = await anaWritesWithBo();
  const supplier = `supplier-${randomUUID()}@parts.example`;
  const { messages } = await agent.api.tickets.get({ id: ticketId });
  const idempotencyKey = randomUUID();
  const forward = () =>
    agent.api.messages.forward({
      ticketId,
      content: "Can you replace it?",
      idempotencyKey,
      messageIds: [messages[0]?.id ?? ""],
      recipients: { to: [{ email: supplier, name: "Parts" }] },
    });
  const { id, audience } = await forward();
  expect((await forward()).id).toBe(id);
  expect(audience).toBe("side");
  // The customer still waits.
  expect((await agent.api.tickets.get({ id: ticketId })).waitingSince).toBe(messages[0]?.createdAt);
  await deliver(id);
  const [mail] = sink.mails;
  expect(sink.mails).toHaveLength(1);
  expect(mail?.envelopeTo).toEqual([supplier]);
  expect(mail?.parsed.subject).toMatch(/^Fwd: Lamp \[Ticket: \d+\]$/);
  expect(mail?.parsed.inReplyTo).toBeUndefined();
  expect(mail?.parsed.text).toContain("Can you replace it?");
  expect(mail?.parsed.text).toContain(`From: Ana <${ana}>`);
  expect(mail?.parsed.text).toContain("Where is our lamp?");

  const answered = `In-Reply-To: ${mail?.parsed.messageId}`;
  const entry = await at.sendRaw(lines([`From: Parts <${supplier}>`, `To: ${own}`, answered], "For four each."));
  expect(entry.ticket_id).toBe(ticketId);
  const { recipients } = await reply(ticketId);
  expect(recipients.map(({ email }) => email)).toEqual([supplier]);
  expect((await agent.api.tickets.get({ id: ticketId })).waitingSince).toBe(messages[0]?.createdAt);
  const { recipients: toAna, audience: whom } = await agent.api.messages.reply({
    ticketId,
    content: "It comes.",
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
    answersId: messages[0]?.id ?? "",
  });
  expect([toAna[0]?.email, whom]).toEqual([ana, "customer"]);
  expect((await agent.api.tickets.get({ id: ticketId })).waitingSince).toBeNull();
});

test("a ticket created by an agent has its copies", async () => {
  const [ana, bo] = [`ana-${randomUUID()}@ana.example`, `bo-${randomUUID()}@bo.example`];
  const { messages } = await agent.api.tickets.create({
    subject: "Your lamp",
    message: "It is ready.",
    customer: { email: ana },
    mailCustomer: true,
    cc: [{ email: bo }],
    idempotencyKey: randomUUID(),
  });
  await deliver(messages[0]?.id ?? "");
  expect(sink.mails.map(({ envelopeTo }) => envelopeTo)).toEqual([[ana], [bo]]);
});

test("nothing of an erased person in Cc is left", async () => {
  const { bo, ticketId } = await anaWritesWithBo();
  const { id } = await reply(ticketId);
  const admin = await addColleague(desk, { tenantId: store.id }, "admin");
  const { id: boId } = await admin.api.customers.create({ email: bo });
  await desk.db.withTenant(store.id, (tx) => redactCustomer(tx, boId));
  const { messages } = await agent.api.tickets.get({ id: ticketId });
  expect(JSON.stringify(messages)).not.toContain(bo);
  expect(messages.find((item) => item.id === id)?.recipients).toHaveLength(1);
});

test("a ticket is found by the address of anybody on it", async () => {
  const { bo, ticketId } = await anaWritesWithBo();
  const boss = `boss-${randomUUID()}@shop-office.example`;
  await reply(ticketId, { to: [{ email: bo }], bcc: [{ email: boss }] });
  for (const search of [bo, boss]) {
    await expect
      .poll(async () => (await agent.api.tickets.list({ search })).items.map(({ id }) => id))
      .toEqual([ticketId]);
  }
});

test("a customer's export has the recipients of their messages, and nothing that the store was told without them", async () => {
  const { ana, bo, ticketId } = await anaWritesWithBo();
  const { id: first } = await reply(ticketId);
  const secret = `Do not tell Ana ${randomUUID()}`;
  const answered = `In-Reply-To: <${await at.mailIdOf(first)}>`;
  await at.sendRaw(
    lines([`From: Bo <${bo}>`, `To: ${own}`, answered], secret).replace("Subject: Lamp", `Subject: ${secret}`),
  );
  const boss = `boss-${randomUUID()}@shop-office.example`;
  await reply(ticketId, { to: [{ email: ana }], bcc: [{ email: boss }] });
  const admin = await addColleague(desk, { tenantId: store.id }, "admin");
  const { customerId } = await agent.api.tickets.get({ id: ticketId });
  const response = await admin.send(customerExportUrl(customerId ?? ""));
  const text = await response.text();
  expect(text).not.toContain(secret);
  expect(text).not.toContain(boss);
  const { tickets } = JSON.parse(text) as { tickets: { messages: { recipients: { email: string }[] }[] }[] };
  expect(tickets[0]?.messages.map(({ recipients }) => recipients.map(({ email }) => email))).toEqual([
    [own, bo],
    [ana, bo],
    [ana],
  ]);
});

test("a customer's export has the mailing list of a mail, its invalid addresses, and the number of further ones", async () => {
  const ana = `ana-${randomUUID()}@ana.example`;
  const many = Array.from({ length: 203 }, (_, nth) => `n${nth}@many.example`).join(", ");
  const head = [`From: Ana <${ana}>`, "To: choir@lists.example, Bo <bo@>", "List-Id: The Choir <choir.lists.example>"];
  const { ticket_id } = await at.sendRaw(lines([...head, `Cc: ${many}`], "Where is our lamp?"));
  const ticketId = ticket_id ?? "";
  const { customerId, messages } = await agent.api.tickets.get({ id: ticketId });
  const forward = {
    ticketId,
    messageIds: messages.map(({ id }) => id),
    recipients: { to: [{ email: "sam@x.example" }] },
  };
  expect((await agent.api.messages.previewForward(forward)).html).toContain("and 3 more");
  const admin = await addColleague(desk, { tenantId: store.id }, "admin");
  const { tickets } = (await (await admin.send(customerExportUrl(customerId ?? ""))).json()) as {
    tickets: { messages: object[] }[];
  };
  expect(tickets[0]?.messages).toMatchObject([
    { list: { email: "choir@lists.example", name: "The Choir" }, unreadAddresses: ["Bo <bo@>"], leftOutAddresses: 3 },
  ]);
});
