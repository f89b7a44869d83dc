import { afterAll, beforeAll, expect, test } from "vitest";
import type { OutgoingMail } from "../../../platform/mailer/mailer.ts";
import { type MailAtDesk, mailAtDesk, mailOf, type TestMail } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { redactCustomer } from "../../customers/index.ts";
import { deliverMail } from "../../outgoing/index.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant({ staff: ["owner@shop.example"], customAddress: "support@shop.example" });
  at = mailAtDesk(desk, store);
  await acknowledgeAt(desk, store);
});
afterAll(() => desk.stop());

function acknowledgeAt(where: Desk, { id }: TestTenant) {
  const settings = "insert into email_settings (id, client_id, acknowledges) values (gen_random_uuid(), $1, true)";
  return where.asOwner(settings, [id], id);
}

type Sent = { to_email: string; details: { subject: string; inReplyTo: string | null }; content: string };

function acknowledgements(where = desk, { id } = store): Promise<Sent[]> {
  const sql = `select o.to_email, o.details, m.content from outgoing_mails o join ticket_messages m on m.id = o.message_id
    where o.kind = 'acknowledgement' order by o.created_at`;
  return where.asOwner<Sent>(sql, [], id);
}

let counter = 0;
const somebody = () => {
  counter += 1;
  return `Ann Lee <ann.${counter}@customer-${counter}.example>`;
};
const addressIn = (from: string) => /<?([^<>\s]+@[^<>\s]+)>?$/.exec(from)?.[1] ?? "";

/** Sends a mail from a new address, and returns how many acknowledgements it got. */
async function answersTo(mail: TestMail): Promise<number> {
  const { from = somebody() } = mail;
  const entry = await at.send({ ...mail, from, envelopeFrom: mail.envelopeFrom ?? addressIn(from) });
  expect(entry.state).toMatch(/^(?:ticket_created|reply_added|auto_reply|bounce|quarantined|loop_stopped)$/);
  return (await acknowledgements()).filter(({ to_email }) => to_email === addressIn(from).toLowerCase()).length;
}

test("acknowledges a person's new ticket once, in its thread, and changes nothing else on the desk", async () => {
  const from = "Inês Duarte <ines@customer.example>";
  const headers = ["Message-ID: <first@customer.example>"];
  const entry = await at.send({ from, subject: "Crack in my vase", headers, envelopeFrom: "ines@customer.example" });
  const [sent] = (await acknowledgements()).filter(({ to_email }) => to_email === "ines@customer.example");
  expect(sent).toMatchObject({ details: { inReplyTo: "first@customer.example" } });
  expect(sent?.details.subject).toMatch(/^Re: Crack in my vase \[Ticket: \d{4}\]$/);
  expect(sent?.content).toMatch(/^Hello Inês,\n/);
  const [first, second] = await at.messagesOf(entry.ticket_id);
  expect(second).toMatchObject({ is_from_customer: false, is_automatic: true, author_id: null, message_type: "email" });
  const ticket = await at.ticketOf(entry.ticket_id);
  expect(ticket).toMatchObject({ status: "open", first_response_at: null, message_count: 2 });
  expect(ticket.updated_at <= (second?.created_at ?? "")).toBe(true);
  expect(first?.created_at).not.toBe(second?.created_at);
  expect(await desk.asOwner("select 1 from notifications where type <> 'new_ticket'", [], store.id)).toEqual([]);

  // An answer to it joins the ticket and is not acknowledged.
  const answer = { from, headers: ["In-Reply-To: <first@customer.example>"], envelopeFrom: "ines@customer.example" };
  expect(await at.send(answer)).toMatchObject({ state: "reply_added", ticket_id: entry.ticket_id });
  expect((await acknowledgements()).filter(({ to_email }) => to_email === "ines@customer.example")).toHaveLength(1);
});

test.each([
  ["a plain mail", {}],
  ["a mail that passes", { check: "pass" as const, from: "Ann <ann@passes.example>" }],
  ["a mail with a harmless header", { headers: ["Auto-Submitted: no", "X-Auto-Response-Suppress: None"] }],
  ["one forwarded by Microsoft 365", { envelopeFrom: "bounces+SRS=abc=12@shop.onmicrosoft.com" }],
  ["one whose address only sounds like a program's", { from: "Norma Reply <norma.replyson@customer-x.example>" }],
  ["one of a Bott", { from: "Tim Bott <tim.bott@customer-y.example>" }],
])("acknowledges %s", async (_, mail) => {
  expect(await answersTo(mail)).toBe(1);
});

test.each<[string, TestMail]>([
  ["of a list", { headers: ["List-Id: <news.example>"] }],
  ["that can be unsubscribed", { headers: ["List-Unsubscribe: <https://x.example>"] }],
  ["in bulk", { headers: ["Precedence: bulk"] }],
  ["of a list by Precedence", { headers: ["Precedence: list"] }],
  ["that asks for no automatic answer", { headers: ["X-Auto-Response-Suppress: OOF"] }],
  ["that asks for no answer at all", { headers: ["X-Auto-Response-Suppress: All"] }],
  ["of a campaign", { headers: ["Feedback-ID: 1:2:3:esp"] }],
  ["of a program", { headers: ["Auto-Submitted: auto-replied"] }],
  ["that a program generated for somebody", { headers: ["Auto-Submitted: auto-generated"] }],
  ["of an auto-responder", { headers: ["X-Autoreply: yes"] }],
  ["of another desk of this kind", { headers: ["X-Deskhand-Loop: abc"] }],
  ["with a loop's mark", { headers: ["X-Loop: help@x.example"] }],
  ["marked as spam", { headers: ["X-Spam-Flag: YES"] }],
  ["without a return path", { envelopeFrom: "" }],
  ["with a program's return path", { envelopeFrom: "bounces+123@esp.example" }],
  ["whose sender fails", { check: "fail", from: "Ann <ann@fails.example>" }],
  ["of several senders", { from: "Ann <ann@several.example>, Bo <bo@several.example>" }],
  ["of the store's staff", { from: "Owner <owner@shop.example>" }],
  ["of the store itself", { from: "Shop <support@shop.example>" }],
  ["with an unread mailbox in Reply-To", { headers: ["Reply-To: no-reply@other.example"] }],
  ["from no-reply", { from: "Shop <no-reply@other.example>" }],
  ["from noreply", { from: "Shop <NoReply@other.example>" }],
  ["from donotreply", { from: "do-not-reply+5@other.example" }],
  ["from nobody in German", { from: "nicht-antworten@other.example" }],
  ["from nobody behind a name", { from: "amazon.noreply@other.example" }],
  ["from notifications", { from: "notifications@other.example" }],
  ["from mailer-daemon", { from: "mailer-daemon@other.example" }],
  ["from a newsletter", { from: "newsletter@other.example" }],
  ["from a list's owner", { from: "owner-news@other.example" }],
  ["from a list's program", { from: "news-request@other.example" }],
  ["with another Reply-To", { headers: ["Reply-To: Bo <bo@elsewhere.example>"] }],
])("does not acknowledge a mail %s", async (_, mail) => {
  const before = (await acknowledgements()).length;
  expect(await answersTo(mail)).toBe(0);
  expect(await acknowledgements()).toHaveLength(before);
});

test("acknowledges nobody twice within a day, whatever tag follows a plus and however many mails come at once", async () => {
  const senders = ["jo@many.example", "Jo@many.example", "jo+1@many.example", "jo+2@many.example"];
  const mails = [...senders, ...senders].map((from) => ({ from, envelopeFrom: from }));
  await Promise.all(mails.map((mail) => at.send(mail)));
  const toJo = async () =>
    (await acknowledgements()).filter(({ to_email }) => to_email.endsWith("@many.example")).length;
  expect(await toJo()).toBe(1);
  await desk.asOwner("update acknowledgements set sent_at = now() - interval '25 hours'", [], store.id);
  await Promise.all(mails.slice(0, 3).map((mail) => at.send(mail)));
  expect(await toJo()).toBe(2);
});

test("stops acknowledging a program that makes up addresses", async () => {
  for (let count = 0; count < 30; count += 1) await answersTo({ from: `person.${count}@firm.example` });
  const toFirm = (await acknowledgements()).filter(({ to_email }) => to_email.endsWith("@firm.example"));
  expect(toFirm).toHaveLength(20);
});

test("repeats no name or subject with a link, nor the text", async () => {
  const words = "Dear {{customer.name}}, about {{ticket.subject}} ({{ticket.number}}) at {{store.name}}";
  await desk.asOwner("update email_settings set acknowledgement_text = $1", [words], store.id);
  const from = "Win at www.spam.example now <victim@victims.example>";
  await answersTo({
    from,
    subject: "Visit https://spam.example/x?y or spam.example now",
    text: "Buy https://spam.example",
  });
  const sent = (await acknowledgements()).at(-1);
  expect(sent?.content).toMatch(/^Dear Valued Customer, about Visit … or … now \(\d{4}\) at /);
  await desk.asOwner("update email_settings set acknowledgement_text = null", [], store.id);
});

test("deletes an erased customer's acknowledgement", async () => {
  const from = somebody();
  await answersTo({ from });
  const left = () => desk.asOwner("select 1 from acknowledgements where email = $1", [addressIn(from)], store.id);
  expect(await left()).toHaveLength(1);
  const [customer] = await desk.asOwner<{ id: string }>(
    "select id from customers where email = $1",
    [addressIn(from)],
    store.id,
  );
  await desk.db.withTenant(store.id, (tx) => redactCustomer(tx, customer?.id ?? ""));
  expect(await left()).toHaveLength(0);
});

/** A mail as sent over the wire. */
function rawOf({ messageId, from, to, subject, replyTo, inReplyTo, headers = {}, text }: OutgoingMail): string {
  const lines = [
    ...[`From: ${from.name} <${from.address}>`, `To: ${to}`, `Subject: ${subject}`, `Message-ID: <${messageId}>`],
    ...(replyTo ? [`Reply-To: ${replyTo}`] : []),
    ...(inReplyTo ? [`In-Reply-To: <${inReplyTo}>`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return [...lines, "", text].join("\r\n");
}

test("ends the mails between two desks that acknowledge each other", async () => {
  const carried: OutgoingMail[] = [];
  const mailer = {
    send: async (mail: OutgoingMail) => void carried.push(mail),
    check: async () => undefined,
    close: () => undefined,
  };
  const other = await openDesk({ roles: [], mailer, mailDomain: "other.test" });
  const peer = await other.makeTenant();
  await acknowledgeAt(other, peer);
  // The other desk's stores send from its domain.
  await other.asOwner("update clients set support_email = 'help+peer@other.test'", [], peer.id);
  // Somebody writes there in our store's name.
  const forged = mailOf({ from: store.address, headers: ["Message-ID: <start@x.example>"] });
  await other.takeIn({ envelopeFrom: store.address, recipients: [peer.address], raw: forged, providerCheck: null });
  const [waiting] = await other.asOwner<{ id: string }>("select id from outgoing_mails", [], peer.id);
  const job = { mailId: waiting?.id ?? "", tenantId: peer.id };
  await deliverMail(other.services, job);
  const [mail] = carried;
  if (!mail) throw new Error("It was acknowledged");
  expect(mail).toMatchObject({ to: store.address, headers: { "Auto-Submitted": "auto-replied" } });

  const before = (await acknowledgements()).length;
  for (const stripped of [mail, { ...mail, headers: {} }]) {
    const raw = rawOf({ ...stripped, messageId: `${carried.length}${stripped === mail}@other.test` });
    expect(await at.sendRaw(raw, store, store.address, mail.returnPath)).toBeDefined();
  }
  const states = await desk.asOwner<{ state: string }>(
    "select state from mail_log where from_email = $1 order by id",
    [mail.from.address],
    store.id,
  );
  expect(states[0]?.state).toBe("auto_reply");
  // A server on the way removed its marks: the mail is answered once, and the answer joins the ticket there.
  expect((await acknowledgements()).length - before).toBeLessThanOrEqual(1);
  await other.stop();
});
