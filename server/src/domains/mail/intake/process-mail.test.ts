import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { asTenantId } from "../../../platform/db/tenant.ts";
import { readFile } from "../../../platform/storage/files.ts";
import {
  openTestDesk,
  type TestDesk,
  type TestTenant,
  testMailDomain,
} from "../../../platform/testing/open-test-desk.ts";
import { loopHeader, mailKey, newMailMessageId, replyAddress } from "../delivery/signed-address.ts";
import { acceptMail } from "./accept-mail.ts";
import { processMail } from "./process-mail.ts";

let desk: TestDesk;
let store: TestTenant;
let key: Buffer;

beforeAll(async () => {
  desk = await openTestDesk(inject("testDatabases"));
  store = await desk.makeTenant({ staff: ["owner@store.example"] });
  key = mailKey(desk.services.settings.secret);
});
afterAll(() => desk.close());

type Mail = { from?: string; subject?: string; text?: string; headers?: string[]; to?: string; envelopeFrom?: string };

function mailOf({
  from = "Ann Smith <ann@customer.example>",
  subject = "Where is my order?",
  text,
  headers = [],
}: Mail) {
  const id = headers.some((line) => /^message-id:/i.test(line)) ? [] : [`Message-ID: <${newId()}@customer.example>`];
  const lines = [
    `From: ${from}`,
    "To: help@store.example",
    `Subject: ${subject}`,
    ...id,
    ...headers,
    "",
    text ?? newId(),
  ];
  return lines.join("\r\n");
}

async function send(mail: Mail, tenant: TestTenant = store) {
  return sendRaw(mailOf(mail), tenant, mail.to, mail.envelopeFrom);
}

async function sendRaw(
  raw: Buffer | string,
  tenant = store,
  to = tenant.address,
  envelopeFrom = "ann@customer.example",
) {
  const entries = await desk.takeIn({ envelopeFrom, recipients: [to], raw });
  return entryOf(entries.get(tenant.id) ?? "", tenant);
}

function entryOf(id: string, tenant = store) {
  return desk.db.withTenant(tenant.id, (tx) =>
    tx.selectFrom("mail_log").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );
}

function messagesOf(ticketId: string | null, tenant = store) {
  return desk.db.withTenant(tenant.id, (tx) =>
    tx.selectFrom("ticket_messages").selectAll().where("ticket_id", "=", ticketId).orderBy("created_at").execute(),
  );
}

function ticketOf(id: string | null, tenant = store) {
  return desk.db.withTenant(tenant.id, (tx) =>
    tx.selectFrom("support_tickets").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );
}

/** A message that the desk sent on a ticket, as the delivery leaves it. */
async function agentMessage(ticketId: string | null) {
  const id = newId();
  const mailMessageId = newMailMessageId(key, testMailDomain, id);
  await desk.db.withTenant(store.id, (tx) =>
    tx
      .insertInto("ticket_messages")
      .values({
        id,
        ticket_id: ticketId ?? "",
        content: "Hello",
        is_from_customer: false,
        author_name: "Agent",
        message_type: "email",
        delivery_state: "sent",
        mail_message_id: mailMessageId,
      })
      .execute(),
  );
  return { id, mailMessageId };
}

const messageIdOf = (name: string) => `Message-ID: <${name}>`;

test("a person's mail becomes a ticket of its sender", async () => {
  const entry = await send({ text: "It should have come on Monday.\r\nAnn" });
  expect(entry).toMatchObject({ state: "ticket_created", from_email: "ann@customer.example", attempts: 1 });
  const ticket = await ticketOf(entry.ticket_id);
  expect(ticket).toMatchObject({ subject: "Where is my order?", source: "email", status: "open", message_count: 1 });
  expect(ticket.description).toContain("It should have come on Monday.");
  const [message] = await messagesOf(entry.ticket_id);
  expect(message).toMatchObject({
    author_name: "Ann Smith",
    is_from_customer: true,
    threading_reason: "new_conversation",
  });
});

test("the same message twice is one, whatever the servers on its way added", async () => {
  const raw = mailOf({ text: "Only once, please." });
  const first = await sendRaw(raw);
  const second = await sendRaw(`Received: from a by b; now\r\nX-Spam-Score: 1\r\n${raw}`);
  expect(second).toMatchObject({ state: "duplicate", duplicate_of: first.id, ticket_id: first.ticket_id });
  expect(await messagesOf(first.ticket_id)).toHaveLength(1);
});

test("two copies at the same moment are one", async () => {
  const raw = mailOf({ text: "At the same moment." });
  const entries = await Promise.all([sendRaw(raw), sendRaw(raw), sendRaw(raw)]);
  expect(entries.map(({ state }) => state).sort()).toEqual(["duplicate", "duplicate", "ticket_created"]);
});

test("one mail for two stores is a ticket in each, and its bytes are stored once", async () => {
  const other = await desk.makeTenant();
  const raw = mailOf({ text: "For both of you." });
  const entries = await desk.takeIn({ envelopeFrom: "a@b.example", recipients: [store.address, other.address], raw });
  const here = await entryOf(entries.get(store.id) ?? "");
  const there = await entryOf(entries.get(other.id) ?? "", other);
  expect([here.state, there.state]).toEqual(["ticket_created", "ticket_created"]);
  expect(here.raw_mail_id).toBe(there.raw_mail_id);
  expect(here.ticket_id).not.toBe(there.ticket_id);
});

test("several addresses of one store are one entry", async () => {
  const own = replyAddress(key, testMailDomain, { clientCode: store.clientCode, ticketId: newId() });
  const entries = await desk.takeIn({ envelopeFrom: "", recipients: [store.address, own], raw: mailOf({}) });
  expect(entries.size).toBe(1);
});

test("the reply address puts a reply on its ticket, and only the new text is shown", async () => {
  const { ticket_id: ticketId } = await send({});
  const to = replyAddress(key, testMailDomain, { clientCode: store.clientCode, ticketId: ticketId ?? "" });
  const text =
    "Blue, please.\r\n\r\nOn Mon, 3 Mar 2025 at 10:00, Store <help@store.example> wrote:\r\n> Which colour?\r\n";
  const entry = await send({ to, text, subject: "Re: Where is my order?" });
  expect(entry).toMatchObject({ state: "reply_added", ticket_id: ticketId });
  const reply = (await messagesOf(ticketId)).at(-1);
  expect(reply).toMatchObject({ threading_reason: "reply_address" });
  expect(reply?.content.trim()).toBe("Blue, please.");
  expect(reply?.full_content).toContain("> Which colour?");
});

test("our signed Message-ID puts a reply on its ticket, from whatever address", async () => {
  const { ticket_id: ticketId } = await send({});
  const { mailMessageId } = await agentMessage(ticketId);
  const entry = await send({ from: "ann@work.example", headers: [`References: <x@y.example> <${mailMessageId}>`] });
  expect(entry).toMatchObject({ state: "reply_added", ticket_id: ticketId });
  expect((await messagesOf(ticketId)).at(-1)?.threading_reason).toBe("references");
});

test("a customer's own Message-ID threads the next mail, and never across stores", async () => {
  const name = `${newId()}@customer.example`;
  const first = await send({ headers: [messageIdOf(name)] });
  const answer = { from: "colleague@customer.example", headers: [`In-Reply-To: <${name}>`] };
  expect(await send(answer)).toMatchObject({ state: "reply_added", ticket_id: first.ticket_id });
  const other = await desk.makeTenant();
  expect(await send(answer, other)).toMatchObject({ state: "ticket_created" });
});

test("a Message-ID that can be guessed is no proof for a stranger", async () => {
  const first = await send({ headers: [messageIdOf("order-17@customer.example")] });
  const headers = ["In-Reply-To: <order-17@customer.example>"];
  expect((await send({ from: "stranger@else.example", headers })).state).toBe("ticket_created");
  expect(await send({ headers })).toMatchObject({ state: "reply_added", ticket_id: first.ticket_id });
});

test("the label in the subject counts for those who take part, and for no stranger", async () => {
  const first = await send({});
  const { ticket_number: number } = await ticketOf(first.ticket_id);
  const subject = `Re: Where is my order? [Ticket: ${String(number).padStart(4, "0")}]`;
  const own = await send({ subject });
  expect(own).toMatchObject({ state: "reply_added", ticket_id: first.ticket_id });
  expect((await messagesOf(first.ticket_id)).at(-1)?.threading_reason).toBe("subject_label");
  const strange = await send({ subject, from: "stranger@else.example" });
  expect(strange.state).toBe("ticket_created");
  expect(strange.ticket_id).not.toBe(first.ticket_id);
});

test("a reply reopens an archived ticket, an automatic one does not", async () => {
  const { ticket_id: ticketId } = await send({});
  const close = () =>
    desk.db.withTenant(store.id, (tx) =>
      tx.updateTable("support_tickets").set({ status: "closed" }).where("id", "=", ticketId).execute(),
    );
  const to = replyAddress(key, testMailDomain, { clientCode: store.clientCode, ticketId: ticketId ?? "" });
  await close();
  const automatic = await send({ to, headers: ["Auto-Submitted: auto-replied"], subject: "Out of office" });
  expect(automatic).toMatchObject({ state: "auto_reply", ticket_id: ticketId });
  expect((await messagesOf(ticketId)).at(-1)?.is_automatic).toBe(true);
  expect((await ticketOf(ticketId)).status).toBe("closed");
  await send({ to });
  expect((await ticketOf(ticketId)).status).toBe("open");
});

test("an automatic reply that belongs nowhere is only logged", async () => {
  const entry = await send({ headers: ["Auto-Submitted: auto-replied"] });
  expect(entry).toMatchObject({ state: "auto_reply", ticket_id: null });
  expect((await send({ envelopeFrom: "", subject: "I am away" })).state).toBe("auto_reply");
});

test("a bounce marks the message it speaks of as failed, with the reason", async () => {
  const { ticket_id: ticketId } = await send({});
  const { id, mailMessageId } = await agentMessage(ticketId);
  const report = [
    "From: MAILER-DAEMON@mx.customer.example",
    "Subject: Undelivered Mail Returned to Sender",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.customer.example",
    "",
    "Final-Recipient: rfc822; ann@customer.example",
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 no such user",
    "",
    "--b",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: <${mailMessageId}>`,
    "",
    "--b--",
  ].join("\r\n");
  const entry = await sendRaw(report, store, store.address, "");
  expect(entry).toMatchObject({ state: "bounce", ticket_id: ticketId, message_id: id });
  const bounced = (await messagesOf(ticketId)).find((message) => message.id === id);
  expect(bounced).toMatchObject({ delivery_state: "failed" });
  expect(bounced?.delivery_error).toContain("550 5.1.1 no such user");
});

test("what looks like ours with a wrong signature is quarantined", async () => {
  const { ticket_id: ticketId } = await send({});
  const good = replyAddress(key, testMailDomain, { clientCode: store.clientCode, ticketId: ticketId ?? "" });
  const forged = good.replace(/.@/, (last) => (last === "a@" ? "b@" : "a@"));
  expect(await send({ to: forged })).toMatchObject({ state: "quarantined", ticket_id: null });
  const { mailMessageId } = await agentMessage(ticketId);
  const headers = [`In-Reply-To: <${mailMessageId.replace(/.@/, (last) => (last === "a@" ? "b@" : "a@"))}>`];
  expect((await send({ headers })).state).toBe("quarantined");
  expect((await send({ from: `Support <help@${testMailDomain}>` })).state).toBe("quarantined");
  expect(await messagesOf(ticketId)).toHaveLength(2);
});

test("a released mail becomes a ticket", async () => {
  const entry = await send({ from: `Support <help@${testMailDomain}>` });
  await desk.db.withTenant(store.id, (tx) =>
    tx.updateTable("mail_log").set({ state: "received", finished_at: null }).where("id", "=", entry.id).execute(),
  );
  await desk.process(store.id, entry.id, { isReleased: true });
  expect((await entryOf(entry.id)).state).toBe("ticket_created");
});

test("our own mail that comes back is a loop", async () => {
  expect((await send({ headers: [`${loopHeader}: 1`] })).state).toBe("loop_stopped");
});

test("a ticket takes 20 mails in 10 minutes, the rest are stopped and stay in the log", async () => {
  const { ticket_id: ticketId } = await send({ from: "loop@robot.example" });
  const to = replyAddress(key, testMailDomain, { clientCode: store.clientCode, ticketId: ticketId ?? "" });
  const states: string[] = [];
  for (let number = 0; number < 21; number += 1) states.push((await send({ from: "loop@robot.example", to })).state);
  expect(states.filter((state) => state === "reply_added")).toHaveLength(19);
  expect(states.at(-1)).toBe("loop_stopped");
});

test("what a staff member forwards is its original sender's ticket", async () => {
  const text =
    "---------- Forwarded message ---------\r\nFrom: Bob Jones <bob@customer.example>\r\nDate: Mon, 3 Mar 2025\r\nSubject: Broken cup\r\nTo: <owner@store.example>\r\n\r\nThe cup arrived broken.\r\n";
  const entry = await send({ from: "Owner <owner@store.example>", subject: "Fwd: Broken cup", text });
  expect(entry).toMatchObject({ state: "ticket_created", from_email: "bob@customer.example" });
  expect((await messagesOf(entry.ticket_id))[0]?.content).toContain("The cup arrived broken.");
});

test("a staff member who tries the address out is the customer", async () => {
  const entry = await send({ from: "Owner <owner@store.example>", subject: "Test" });
  expect((await ticketOf(entry.ticket_id)).customer_id).not.toBeNull();
});

test("Gmail's forwarding confirmation becomes a ticket and its code and link stay at hand", async () => {
  const link = "https://mail-settings.google.com/mail/vf-%5BANGjdJ8-abc%5D-xyz";
  const entry = await send({
    from: "Gmail Team <forwarding-noreply@google.com>",
    subject: "(#123456789) Gmail Forwarding Confirmation - Receive Mail from shop@gmail.com",
    text: `shop@gmail.com has requested to automatically forward mail to your address.\r\nConfirmation code: 123456789\r\n\r\n${link}\r\n`,
  });
  expect(entry.state).toBe("ticket_created");
  expect(entry.reason).toBe(`Gmail asks to confirm forwarding from shop@gmail.com. Code: 123456789. Link: ${link}`);
});

test("a message without a byte is a ticket too", async () => {
  expect((await sendRaw("")).state).toBe("ticket_created");
});

test("a mail that exceeds a limit of the parser is quarantined, with what its head tells", async () => {
  const entry = await send({
    headers: Array.from({ length: 4_000 }, (_, line) => `X-Filler-${line}: ${"x".repeat(90)}`),
  });
  expect(entry).toMatchObject({
    state: "quarantined",
    subject: "Where is my order?",
    from_email: "ann@customer.example",
  });
});

test("a mail that cannot be read is tried again, and then fails visibly", async () => {
  const readers = { read: () => Promise.reject(new Error("The reading thread ended.")) };
  const recipients = [store.address];
  const entries = await acceptMail(desk.services, async () => store.id, {
    via: "smtp",
    envelopeFrom: "",
    recipients,
    stream: once(mailOf({})),
  });
  const job = { tenantId: store.id, mailLogId: entries.get(store.id) ?? "" };
  await expect(processMail({ ...desk.services, readers }, { ...job, isLastTry: false })).rejects.toThrow();
  expect((await entryOf(job.mailLogId)).state).toBe("received");
  await processMail({ ...desk.services, readers }, { ...job, isLastTry: true });
  const failed = await entryOf(job.mailLogId);
  expect(failed).toMatchObject({
    state: "failed",
    reason: "The reading thread ended.",
    attempts: 2,
    subject: "Where is my order?",
  });
});

async function* once(text: string) {
  yield Buffer.from(text);
}

test("odd character sets and text that no database takes are kept readable", async () => {
  const raw = Buffer.concat([
    Buffer.from(
      "From: =?koi8-r?B?6dfBzg==?= <ivan@customer.example>\r\nSubject: =?iso-2022-jp?B?GyRCPVAyWSROSDobKEI=?=\r\n",
    ),
    Buffer.from("Content-Type: text/plain; charset=windows-1251\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"),
    Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x00, 0x21]),
  ]);
  const entry = await sendRaw(raw);
  const [message] = await messagesOf(entry.ticket_id);
  expect(message?.author_name).toBe("Иван");
  expect(message?.content.trim()).toBe("Привет!");
});

test("20 MB of attachments are stored byte for byte, without holding them in memory", async () => {
  const bytes = randomBytes(20 * 1024 * 1024);
  const base64 = bytes.toString("base64").replace(/.{76}/g, "$&\r\n");
  const head = `${mailOf({ headers: ["MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"'], text: "" })}--b\r\nContent-Type: text/plain\r\n\r\nSee the video.\r\n--b\r\n`;
  const part =
    'Content-Type: video/mp4\r\nContent-Disposition: attachment; filename="break.mp4"\r\nContent-Transfer-Encoding: base64\r\n\r\n';
  const raw = Buffer.from(`${head}${part}${base64}\r\n--b--\r\n`);
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const entry = await sendRaw(raw);
  clearInterval(watch);
  const [attachment] = await desk.db.withTenant(store.id, (tx) =>
    tx.selectFrom("ticket_attachments").selectAll().where("ticket_id", "=", entry.ticket_id).execute(),
  );
  expect(attachment).toMatchObject({ filename: "break.mp4", file_size: bytes.length });
  const hash = createHash("sha256");
  for await (const chunk of readFile(desk.db, store.id, attachment?.file_id ?? "")) hash.update(chunk);
  expect(hash.digest("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect((peak - before) / 1024 / 1024).toBeLessThan(150);
});

test("nobody else's log shows a mail", async () => {
  const entry = await send({});
  const other = asTenantId((await desk.makeTenant()).id);
  const seen = await desk.db.withTenant(other, (tx) =>
    tx.selectFrom("raw_mails").select("id").where("id", "=", entry.raw_mail_id).execute(),
  );
  expect(seen).toEqual([]);
});
