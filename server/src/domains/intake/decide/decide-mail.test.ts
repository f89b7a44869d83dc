import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { type MailAtDesk, mailAtDesk, mailOf, type TestMail } from "../../../testing/mail-at-desk.ts";
import { type TestTenant, testMailDomain } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailKey, replyAddress } from "../../outgoing/index.ts";

let desk: Desk;
let store: TestTenant;
let key: Buffer;
let at: MailAtDesk;

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant({ staff: ["owner@shop.example"], customAddress: "support@shop.example" });
  key = mailKey(desk.services.settings.secret);
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

const stranger = "Mallory <mallory@evil.example>";
let counter = 0;

/** Creates a ticket of a customer of its own, with everything that could be known about it. */
async function openTicket() {
  counter += 1;
  const customer = `kate.${counter}@kunden-${counter}.example`;
  const [secret, counted, elsewhere] = [
    `${newId()}@mua.example`,
    `order-${counter}@shop.example`,
    `mail-${counter}@x.example`,
  ];
  const first = await at.send({
    from: `Kate <${customer}>`,
    headers: [`Message-ID: <${secret}>`, `References: <${elsewhere}>`],
  });
  const ticketId = first.ticket_id ?? "";
  await at.send({ from: customer, headers: [`Message-ID: <${counted}>`, `In-Reply-To: <${secret}>`] });
  const { mailMessageId: ourId } = await at.agentMessage(key, ticketId);
  const { ticket_number: number } = await at.ticketOf(ticketId);
  const label = `Re: Where is it? [Ticket: ${String(number).padStart(4, "0")}]`;
  const address = replyAddress(key, testMailDomain, { clientCode: store.clientCode, ticketId });
  return { ticketId, customer, secret, counted, elsewhere, ourId, label, address };
}
type Ticket = Awaited<ReturnType<typeof openTicket>>;

const clues: Record<string, (ticket: Ticket) => TestMail> = {
  "the reply address": ({ address }) => ({ to: address }),
  "our Message-ID": ({ ourId }) => ({ headers: [`In-Reply-To: <${ourId}>`] }),
  "an id that cannot be guessed": ({ secret }) => ({ headers: [`References: <${secret}>`] }),
  "an id that can be guessed": ({ counted }) => ({ headers: [`References: <${counted}>`] }),
  "the label": ({ label }) => ({ subject: label }),
  "a mail that is not here": ({ elsewhere }) => ({ headers: [`In-Reply-To: <${elsewhere}>`] }),
  "the id of a mail that was named": ({ elsewhere }) => ({ headers: [`Message-ID: <${elsewhere}>`] }),
};
const possession = ["the reply address", "our Message-ID", "an id that cannot be guessed"];

const checks = ["pass", "none", "fail"] as const;
const all = Object.keys(clues).flatMap((clue) =>
  checks.map((check) => ({ clue, check, isHad: possession.includes(clue) })),
);

test.each(all)("decides a mail of the customer with $clue: $check", async ({ clue, check, isHad }) => {
  const ticket = await openTicket();
  const mail = await at.send({ from: ticket.customer, check, ...clues[clue]?.(ticket) });
  const joins = check !== "fail" || isHad;
  expect(mail.state).toBe(joins ? "reply_added" : "ticket_created");
  expect(mail.ticket_id === ticket.ticketId).toBe(joins);
  expect(mail).toMatchObject({ sender_check: check, from_email: ticket.customer });
  const message = (await at.messagesOf(mail.ticket_id)).at(-1);
  expect(message?.is_unverified).toBe(check === "fail" || (check === "none" && !isHad));
  // Only a mail that might have joined links to the ticket.
  const linked = { is_unverified: !joins, named_ticket_id: joins ? null : ticket.ticketId };
  expect(await at.ticketOf(mail.ticket_id)).toMatchObject(linked);
});

test.each(all)("decides a mail of a stranger with $clue: $check", async ({ clue, check, isHad }) => {
  const ticket = await openTicket();
  const mail = await at.send({ from: stranger, check, ...clues[clue]?.(ticket) });
  expect(mail.state).toBe(isHad ? "reply_added" : "ticket_created");
  expect(mail.ticket_id === ticket.ticketId).toBe(isHad);
  const message = (await at.messagesOf(mail.ticket_id)).at(-1);
  expect(message).toMatchObject({ is_unverified: check === "fail", author_email: "mallory@evil.example" });
  const own = { is_unverified: check === "fail" && !isHad, named_ticket_id: null };
  expect(await at.ticketOf(mail.ticket_id)).toMatchObject(own);
});

/** Ways to name the customer without being the only mailbox in From. */
const claims: Record<string, (customer: string) => TestMail> = {
  "in Reply-To": (customer) => ({ headers: [`Reply-To: ${customer}`] }),
  "as Sender": (customer) => ({ headers: [`Sender: ${customer}`] }),
  "as the original sender": (customer) => ({
    headers: [`X-Original-Sender: ${customer}`, `X-Original-From: ${customer}`],
  }),
  "in a form's text": (customer) => ({
    from: "Shop <no-reply@evil.example>",
    text: `Name: Kate\r\nEmail: ${customer}\r\n`,
  }),
  "in a form's Reply-To": (customer) => ({ from: "no-reply@evil.example", headers: [`Reply-To: ${customer}`] }),
  "in a forward of the staff's": (customer) => ({
    from: "owner@shop.example",
    text: `---------- Forwarded message ---------\r\nFrom: Kate <${customer}>\r\nSubject: x\r\n\r\nHello`,
  }),
  "behind the store's own address": (customer) => ({
    from: "support@shop.example",
    headers: [`Reply-To: ${customer}`],
  }),
  "by the envelope alone": (customer) => ({ envelopeFrom: customer }),
  "as one of two": (customer) => ({ from: `${customer}, mallory@evil.example` }),
  "in the name": (customer) => ({ from: `"Kate <${customer}>" <mallory@evil.example>` }),
};

test.each(
  Object.keys(claims).flatMap((claim) => ["the label", "an id that can be guessed"].map((clue) => ({ claim, clue }))),
)("lets nobody who names the customer $claim in by $clue", async ({ claim, clue }) => {
  const ticket = await openTicket();
  const claimed = { from: stranger, ...claims[claim]?.(ticket.customer) };
  const clued = clues[clue]?.(ticket) ?? {};
  const headers = [...(claimed.headers ?? []), ...(clued.headers ?? [])];
  const subject = claim.includes("forward") ? `Fwd: ${clued.subject ?? "x"}` : (clued.subject ?? "Hello");
  const mail = await at.send({ ...claimed, ...clued, headers, subject });
  expect(mail.state).toBe("ticket_created");
  expect(mail.ticket_id).not.toBe(ticket.ticketId);
  // Nor may the sender take part afterwards and come with a label later.
  const { ticket_number: number } = await at.ticketOf(mail.ticket_id);
  const later = await at.send({ from: "mallory@evil.example", subject: `[Ticket: ${number}]` });
  const isTheirs = ["in Reply-To", "as Sender", "as the original sender", "in the name", "by the envelope alone"];
  expect(later.ticket_id === mail.ticket_id).toBe(isTheirs.includes(claim) && claim !== "in Reply-To");
});

test("proves nobody without From, whoever else is named, and marks the mail", async () => {
  const { ticketId, customer, label } = await openTicket();
  const raw = mailOf({ subject: label, headers: [`Sender: ${customer}`, `Return-Path: <${customer}>`] });
  const mail = await at.sendRaw(raw.replace(/^From: .*\r\n/, ""), store, store.address, customer);
  expect(mail).toMatchObject({ state: "ticket_created", takes_part: false });
  expect(mail.ticket_id).not.toBe(ticketId);
  expect(await at.ticketOf(mail.ticket_id)).toMatchObject({ is_unverified: true, named_ticket_id: null });
});

test("lets an address that became the store's own prove nothing any more", async () => {
  const from = `desk@shop-${newId()}.example`;
  const { ticket_id: ticketId } = await at.send({ from });
  const { ticket_number: number } = await at.ticketOf(ticketId);
  const labelled = { from, subject: `[Ticket: ${number}]` };
  expect((await at.send(labelled)).ticket_id).toBe(ticketId);
  const values = [from, store.id];
  await desk.asOwner(
    "insert into inbound_addresses (address, client_id, is_verified) values ($1, $2, true)",
    values,
    store.id,
  );
  expect((await at.send(labelled)).ticket_id).not.toBe(ticketId);
});

test.each([
  ["joined by possession", "none", true],
  ["joined by possession, and passed", "pass", true],
  ["joined so, but failed", "fail", false],
] as const)("lets a colleague who %s take part from then on: %s", async (_, check, takesPart) => {
  const { ticketId, ourId, label } = await openTicket();
  const from = `colleague-${check}@partner-${counter}.example`;
  const joined = await at.send({ from, check, headers: [`In-Reply-To: <${ourId}>`] });
  expect(joined).toMatchObject({ ticket_id: ticketId, takes_part: takesPart });
  const later = await at.send({ from, check: "pass", subject: label });
  expect(later.ticket_id === ticketId).toBe(takesPart);
});

test("takes an id that stands on several tickets for no proof, except from its first writer", async () => {
  const { ticketId, customer, secret } = await openTicket();
  const copy = await at.send({ from: stranger, headers: [`Message-ID: <${secret}>`, `Reply-To: ${customer}`] });
  expect(copy.ticket_id).not.toBe(ticketId);
  const headers = [`In-Reply-To: <${secret}>`];
  expect((await at.send({ from: "else@else.example", headers })).state).toBe("ticket_created");
  expect((await at.send({ from: customer, headers })).ticket_id).toBe(ticketId);
});

test("applies the same rules to an automatic reply", async () => {
  const { ticketId, customer, label } = await openTicket();
  const away = { from: customer, subject: label, headers: ["Auto-Submitted: auto-replied"] };
  expect(await at.send({ ...away, check: "fail" })).toMatchObject({ state: "auto_reply", ticket_id: null });
  expect(await at.send(away)).toMatchObject({ state: "auto_reply", ticket_id: ticketId, takes_part: false });
  expect((await at.messagesOf(ticketId)).at(-1)).toMatchObject({ is_automatic: true, is_unverified: true });
});

test("does not override the verdict on a sender by a release", async () => {
  const { ticketId, customer, label, address } = await openTicket();
  const forged = address.replace(/.@/, (last) => (last === "a@" ? "b@" : "a@"));
  const { id, state } = await at.send({ from: customer, subject: label, to: forged, check: "fail" });
  expect(state).toBe("quarantined");
  await desk.db.withTenant(store.id, (tx) =>
    tx
      .updateTable("mail_log")
      .set({ state: "received", finished_at: null, is_released: true })
      .where("id", "=", id)
      .execute(),
  );
  await desk.process(store.id, id);
  const released = await at.entryOf(id);
  expect(released.state).toBe("ticket_created");
  expect(await at.ticketOf(released.ticket_id)).toMatchObject({ is_unverified: true, named_ticket_id: ticketId });
});

test("keeps the whole subject, without marks and labels in front", async () => {
  const long = "Where are the three lamps of order 1042? ".repeat(12).trim();
  const named = { [`AW: SV: ${long}`]: long, "Re: [Ticket: 4242]": "No Subject", "TR-808 broken": "TR-808 broken" };
  for (const [subject, kept] of Object.entries(named)) {
    const { ticket_id: id } = await at.send({ subject });
    expect(await at.ticketOf(id)).toMatchObject({ subject: kept });
  }
});

const program = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]);
const files: [string, Buffer][] = [
  ["setup.exe", Buffer.from("Not one of those")],
  ["photo.jpg", program],
  ["invoice.pdf", Buffer.from("%PDF-1.7")],
];

test("marks executable files by name or content, and keeps everything", async () => {
  const store = await desk.makeTenant();
  const head = 'From: ann@customer.example\r\nSubject: Files\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n';
  const parts = files.map(
    ([name, bytes]) =>
      `--b\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString("base64")}\r\n`,
  );
  const entry = await mailAtDesk(desk, store).sendRaw(`${head}--b\r\n\r\nPlease look\r\n${parts.join("")}--b--\r\n`);
  expect(entry.state).toBe("ticket_created");
  const kept = await desk.db.withTenant(store.id, (tx) =>
    tx.selectFrom("ticket_attachments").select(["filename", "file_size", "is_program"]).orderBy("id").execute(),
  );
  expect(kept).toEqual([
    { filename: "setup.exe", file_size: 16, is_program: true },
    { filename: "photo.jpg", file_size: 202, is_program: true },
    { filename: "invoice.pdf", file_size: 8, is_program: false },
  ]);
});

test("shows the raw text of an unreadable mail, and none for a mere header", async () => {
  const contentOf = async (raw: Buffer | string) => {
    const entry = await at.sendRaw(raw);
    expect(entry.state).toBe("ticket_created");
    return (await at.messagesOf(entry.ticket_id))[0]?.content;
  };
  expect(await contentOf("just a body without any header\r\nsecond line")).toBe(
    "just a body without any header\nsecond line",
  );
  expect(await contentOf(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x00]))).toBe("café");
  const preamble = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"é".repeat(30_000)}`;
  expect(await contentOf(`${preamble}\r\n--b\r\n\r\n--b--`)).toHaveLength(20_000);
  expect(await contentOf(mailOf({ subject: "Please call me", text: "" }))).toBe("");
  const broken = mailOf({
    headers: ["MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"'],
    text: "--c\r\nlost",
  });
  expect(await contentOf(broken)).toContain("lost");
});

test("makes a ticket of an empty message", async () => {
  expect((await at.sendRaw("")).state).toBe("ticket_created");
});

test("stores what a mail strikes out as that, and names no order by it", async () => {
  const raw = mailOf({ headers: ["Content-Type: text/html"], text: "Cancel <s>order 1125</s> order 1126" });
  const { ticket_id: id } = await at.sendRaw(raw);
  const [message] = await at.messagesOf(id);
  expect(message).toMatchObject({ content: "Cancel ~~order 1125~~ order 1126" });
  expect((await at.ticketOf(id)).preview).toBe("Cancel ~~order 1125~~ order 1126");
  expect(JSON.stringify(message?.named_numbers)).toMatch(/^(?!.*1125).*1126/);
});
