import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { asTenantId } from "../../../platform/db/tenant.ts";
import { readFile } from "../../../platform/storage/files.ts";
import { type MailAtDesk, mailAtDesk, mailOf } from "../../../testing/mail-at-desk.ts";
import { type TestTenant, testMailDomain } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailKey, replyAddress } from "../../outgoing/index.ts";
import { intakeLimits } from "../intake-limits.ts";

let desk: Desk;
let store: TestTenant;
let key: Buffer;
let at: MailAtDesk;

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant({ staff: ["owner@store.example"] });
  key = mailKey(desk.services.settings.secret);
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

test("makes a person's mail a ticket of its sender", async () => {
  const entry = await at.send({ text: "It should have come on Monday.\r\nAnn" });
  expect(entry).toMatchObject({ state: "ticket_created", from_email: "ann@customer.example", attempts: 1 });
  const ticket = await at.ticketOf(entry.ticket_id);
  expect(ticket).toMatchObject({ subject: "Where is my order?", source: "email", status: "open", message_count: 1 });
  expect(ticket.description).toContain("It should have come on Monday.");
  const [message] = await at.messagesOf(entry.ticket_id);
  expect(message).toMatchObject({
    author_name: "Ann Smith",
    is_from_customer: true,
    threading_reason: "new_conversation",
  });
});

test("recognizes a copy of a message, whatever servers on its way added", async () => {
  const raw = mailOf({ text: "Only once, please." });
  const first = await at.sendRaw(raw);
  const second = await at.sendRaw(`Received: from a by b; now\r\nX-Spam-Score: 1\r\n${raw}`);
  expect(second).toMatchObject({ state: "duplicate", duplicate_of: first.id, ticket_id: first.ticket_id });
  expect(await at.messagesOf(first.ticket_id)).toHaveLength(1);
});

test("keeps one of two simultaneous copies", async () => {
  const raw = mailOf({ text: "At the same moment." });
  const entries = await Promise.all([at.sendRaw(raw), at.sendRaw(raw), at.sendRaw(raw)]);
  expect(entries.map(({ state }) => state).sort()).toEqual(["duplicate", "duplicate", "ticket_created"]);
});

test("makes a ticket in each store of a mail for two, and stores its bytes once", async () => {
  const other = await desk.makeTenant();
  const raw = mailOf({ text: "For both of you." });
  const entries = await desk.takeIn({ envelopeFrom: "a@b.example", recipients: [store.address, other.address], raw });
  const here = await at.entryOf(entries.get(store.id) ?? "");
  const there = await at.entryOf(entries.get(other.id) ?? "", other);
  expect([here.state, there.state]).toEqual(["ticket_created", "ticket_created"]);
  expect(here.raw_mail_id).toBe(there.raw_mail_id);
  expect(here.ticket_id).not.toBe(there.ticket_id);
});

test("logs a mail to several addresses of one store once", async () => {
  const own = replyAddress(key, testMailDomain, { clientCode: store.clientCode, ticketId: newId() });
  const entries = await desk.takeIn({ envelopeFrom: "", recipients: [store.address, own], raw: mailOf({}) });
  expect(entries.size).toBe(1);
});

test("only logs an automatic reply that belongs to no ticket", async () => {
  const entry = await at.send({ headers: ["Auto-Submitted: auto-replied"] });
  expect(entry).toMatchObject({ state: "auto_reply", ticket_id: null });
  expect((await at.send({ envelopeFrom: "", subject: "I am away" })).state).toBe("auto_reply");
});

test("marks a bounced message as failed, with the reason", async () => {
  const { ticket_id: ticketId } = await at.send({});
  const { id, mailMessageId } = await at.agentMessage(key, ticketId);
  const report = bounceOf([`Message-ID: <${mailMessageId}>`]);
  const entry = await at.sendRaw(report, store, store.address, "");
  expect(entry).toMatchObject({ state: "bounce", ticket_id: ticketId, message_id: id });
  const error = expect.stringContaining("550 5.1.1 no such user");
  expect((await at.deliveriesOf(ticketId)).get(id)).toEqual({ state: "failed", error });
});

test("applies a bounce without a Message-ID of ours to the newest message that was sent, not to a queued one", async () => {
  const { ticket_id: ticketId } = await at.send({});
  const sent = await at.agentMessage(key, ticketId);
  const waiting = await at.agentMessage(key, ticketId, true);
  const to = replyAddress(key, testMailDomain, { clientCode: store.clientCode, ticketId: ticketId ?? "" });
  expect(await at.sendRaw(bounceOf([]), store, to, "")).toMatchObject({ state: "bounce", message_id: sent.id });
  const deliveries = await at.deliveriesOf(ticketId);
  expect([sent, waiting].map(({ id }) => deliveries.get(id)?.state)).toEqual(["failed", "sending"]);
});

function bounceOf(returnedHeaders: string[]): string {
  return [
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
    ...returnedHeaders,
    "",
    "--b--",
  ].join("\r\n");
}

test("quarantines a mail with a mark of ours whose signature is wrong", async () => {
  const { ticket_id: ticketId } = await at.send({});
  const good = replyAddress(key, testMailDomain, { clientCode: store.clientCode, ticketId: ticketId ?? "" });
  const forged = good.replace(/.@/, (last) => (last === "a@" ? "b@" : "a@"));
  expect(await at.send({ to: forged })).toMatchObject({ state: "quarantined", ticket_id: null });
  const { mailMessageId } = await at.agentMessage(key, ticketId);
  const headers = [`In-Reply-To: <${mailMessageId.replace(/.@/, (last) => (last === "a@" ? "b@" : "a@"))}>`];
  expect((await at.send({ headers })).state).toBe("quarantined");
  expect((await at.send({ from: `Support <help@${testMailDomain}>` })).state).toBe("quarantined");
  expect(await at.messagesOf(ticketId)).toHaveLength(2);
});

test("makes a ticket of a released mail", async () => {
  const entry = await at.send({ from: `Support <help@${testMailDomain}>` });
  await desk.db.withTenant(store.id, (tx) =>
    tx
      .updateTable("mail_log")
      .set({ state: "received", finished_at: null, is_released: true })
      .where("id", "=", entry.id)
      .execute(),
  );
  await desk.process(store.id, entry.id);
  expect((await at.entryOf(entry.id)).state).toBe("ticket_created");
});

test("limits the mails on a ticket in 10 minutes, and keeps the rest in the log", async () => {
  const { ticket_id: ticketId } = await at.send({ from: "loop@robot.example" });
  const to = replyAddress(key, testMailDomain, { clientCode: store.clientCode, ticketId: ticketId ?? "" });
  const values = Array.from({ length: intakeLimits.mailsPerTicket - 2 }, () => ({
    id: newId(),
    ticket_id: ticketId ?? "",
    content: "And again",
    is_from_customer: true,
    author_name: "Robot",
    message_type: "email" as const,
  }));
  await desk.db.withTenant(store.id, (tx) => tx.insertInto("ticket_messages").values(values).execute());
  expect((await at.send({ from: "loop@robot.example", to })).state).toBe("reply_added");
  expect(await at.send({ from: "loop@robot.example", to })).toMatchObject({
    state: "loop_stopped",
    reason: "More than 100 mails came to this ticket within 10 minutes.",
  });
});

test("takes the envelope's sender of a mail whose header names nobody, unless it is the store or missing", async () => {
  const raw = () => mailOf({}).replace(/^From: .*\r\n/, "");
  const entry = await at.sendRaw(raw(), store, store.address, "Script@Customer.example");
  expect(entry).toMatchObject({ state: "ticket_created", from_email: "script@customer.example" });
  const [message] = await at.messagesOf(entry.ticket_id);
  expect(message?.author_name).toBe("script@customer.example");
  expect((await at.ticketOf(entry.ticket_id)).customer_id).not.toBeNull();
  for (const envelopeFrom of [store.address, "", intakeLimits.unknownSender]) {
    const { ticket_id: ticketId } = await at.sendRaw(raw(), store, store.address, envelopeFrom);
    if (ticketId) expect((await at.ticketOf(ticketId)).customer_id).toBeNull();
  }
});

test("makes a forwarded mail the ticket of its original sender", async () => {
  const text =
    "---------- Forwarded message ---------\r\nFrom: Bob Jones <bob@customer.example>\r\nDate: Mon, 3 Mar 2025\r\nSubject: Broken cup\r\nTo: <owner@store.example>\r\n\r\nThe cup arrived broken.\r\n";
  const entry = await at.send({ from: "Owner <owner@store.example>", subject: "Fwd: Broken cup", text });
  expect(entry).toMatchObject({ state: "ticket_created", from_email: "owner@store.example" });
  expect(await at.customerOf(entry.ticket_id)).toMatchObject({ email: "bob@customer.example", name: "Bob Jones" });
  expect((await at.messagesOf(entry.ticket_id))[0]?.content).toContain("The cup arrived broken.");
});

test("makes a colleague who tries the address out the customer", async () => {
  const entry = await at.send({ from: "Owner <owner@store.example>", subject: "Test" });
  expect((await at.ticketOf(entry.ticket_id)).customer_id).not.toBeNull();
});

test("makes a ticket of Gmail's forwarding confirmation and keeps its code and link", async () => {
  const link = "https://mail-settings.google.com/mail/vf-%5BANGjdJ8-abc%5D-xyz";
  const confirmation = {
    from: "Gmail Team <forwarding-noreply@google.com>",
    subject: "(#123456789) Gmail Forwarding Confirmation - Receive Mail from shop@gmail.com",
    text: `shop@gmail.com has requested to automatically forward mail to your address.\r\nConfirmation code: 123456789\r\n\r\n${link}\r\n`,
  };
  const entry = await at.send(confirmation);
  expect(entry.state).toBe("ticket_created");
  const forged = await at.send({ ...confirmation, check: "fail", text: `${confirmation.text} ` });
  expect(forged).toMatchObject({ state: "ticket_created", reason: "It starts a new conversation." });
  expect((await at.ticketOf(forged.ticket_id)).is_unverified).toBe(true);
  expect(entry.reason).toBe(`Gmail asks to confirm forwarding from shop@gmail.com. Code: 123456789. Link: ${link}`);
});

test("quarantines a mail beyond the parser's limits, with what its header says", async () => {
  const entry = await at.send({
    headers: Array.from({ length: 4_000 }, (_, line) => `X-Filler-${line}: ${"x".repeat(90)}`),
  });
  expect(entry).toMatchObject({
    state: "quarantined",
    subject: "Where is my order?",
    from_email: "ann@customer.example",
  });
});

test("keeps odd character sets and text that no database accepts readable", async () => {
  const raw = Buffer.concat([
    Buffer.from(
      "From: =?koi8-r?B?6dfBzg==?= <ivan@customer.example>\r\nSubject: =?iso-2022-jp?B?GyRCPVAyWSROSDobKEI=?=\r\n",
    ),
    Buffer.from("Content-Type: text/plain; charset=windows-1251\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"),
    Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x00, 0x21]),
  ]);
  const entry = await at.sendRaw(raw);
  const [message] = await at.messagesOf(entry.ticket_id);
  expect(message?.author_name).toBe("Иван");
  expect(message?.content.trim()).toBe("Привет!");
});

test("stores 20 MB of attachments byte for byte without holding them in memory", async () => {
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
  const entry = await at.sendRaw(raw);
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

test("shows a mail in no other store's log", async () => {
  const entry = await at.send({});
  const other = asTenantId((await desk.makeTenant()).id);
  const seen = await desk.db.withTenant(other, (tx) =>
    tx.selectFrom("raw_mails").select("id").where("id", "=", entry.raw_mail_id).execute(),
  );
  expect(seen).toEqual([]);
});
