import { randomUUID } from "node:crypto";
import type { WrittenFrom } from "@deskhand/contract/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { type MailAtDesk, mailAtDesk, type TestMail } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";
import { mailKey } from "../../outgoing/index.ts";

const support = "support@shop.example";
const colleague = "owner@shop.example";
const mallory = "mallory@evil.example";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;
let agent: Person;
beforeAll(async () => {
  desk = await openDesk({ roles: ["web"] });
  store = await desk.makeTenant({ staff: [colleague], customAddress: support });
  at = mailAtDesk(desk, store);
  agent = await addColleague(desk, { tenantId: store.id }, "agent");
  const settings = "insert into email_settings (id, client_id, acknowledges) values (gen_random_uuid(), $1, true)";
  await desk.asOwner(settings, [store.id], store.id);
});
afterAll(() => desk.stop());

/** Makes a person whom the store does not know. */
const newAnn = () => `ann-${newId()}@customer.example`;
const newWriter = () => `mallory-${newId()}@evil.example`;
const ticketOf = async (mail: TestMail) => {
  const { ticket_id: id, state } = await at.send(mail);
  expect(state).toBe("ticket_created");
  return agent.api.tickets.get({ id: id ?? "" });
};
const elsewhere = (email: string): WrittenFrom => ({ email, isStores: false });
const ofStore = (email: string): WrittenFrom => ({ email, isStores: true });
const forwarded = (ann: string) =>
  `---------- Forwarded message ---------\r\nFrom: <${ann}>\r\nSubject: Cup\r\n\r\nHi\r\n`;

/** A mail whose answers go to Ann, who owns the one address, or to somebody else, and where it is said to come from. */
const shapes: [string, (ann: string) => TestMail, WrittenFrom | null, ((ann: string) => string)?][] = [
  ["Reply-To", (ann) => ({ headers: [`Reply-To: ${ann}`] }), elsewhere(mallory)],
  [
    "her name too",
    (ann) => ({ from: `Ann Lee <${mallory}>`, headers: [`Reply-To: Ann Lee <${ann}>`] }),
    elsewhere(mallory),
  ],
  [
    "a group in Reply-To",
    (ann) => ({ headers: [`Reply-To: Friends: Ann <${ann}>, bob@x.example;`] }),
    elsewhere(mallory),
  ],
  ["a Reply-To behind an empty group", (ann) => ({ headers: [`Reply-To: nobody:;, ${ann}`] }), elsewhere(mallory)],
  [
    "several, the store's own first",
    (ann) => ({ headers: [`Reply-To: ${support}, ${ann}, bob@x.example`] }),
    elsewhere(mallory),
  ],
  ["several, the writer's own second", (ann) => ({ headers: [`Reply-To: ${ann}, ${mallory}`] }), elsewhere(mallory)],
  ["several, the writer's own first", (ann) => ({ headers: [`Reply-To: ${mallory}, ${ann}`] }), null, () => mallory],
  ["two headers", (ann) => ({ headers: [`Reply-To: ${ann}`, "Reply-To: bob@x.example"] }), elsewhere(mallory)],
  [
    "two headers, one without an address",
    (ann) => ({ headers: ["Reply-To: nobody:;", `Reply-To: ${ann}`] }),
    elsewhere(mallory),
  ],
  ["an encoded name", (ann) => ({ headers: [`Reply-To: =?utf-8?q?Ann_Lee?= <${ann}>`] }), elsewhere(mallory)],
  [
    "an encoded name that is the writer's address",
    (ann) => ({ headers: [`Reply-To: =?utf-8?b?${Buffer.from(`<${mallory}>`).toString("base64")}?= <${ann}>`] }),
    elsewhere(mallory),
  ],
  ["a folded header", (ann) => ({ headers: [`REPLY-TO :\r\n\t${ann}`] }), elsewhere(mallory)],
  ["her own mail in capitals", (ann) => ({ from: ann.toUpperCase(), headers: [`Reply-To: ${ann}`] }), null],
  ["her own mailbox by a plus", (ann) => ({ from: ann.replace("@", "+shop@"), headers: [`Reply-To: ${ann}`] }), null],
  ["her own mail and a dot", (ann) => ({ from: `a.${ann}`, headers: [`Reply-To: ${ann}`] }), elsewhere("a.")],
  [
    "a mailbox of that name elsewhere",
    (ann) => ({ from: `${ann}.evil.example`, headers: [`Reply-To: ${ann}`] }),
    elsewhere(""),
  ],
  ["her in Sender", (ann) => ({ headers: [`Sender: ${ann}`] }), null, () => mallory],
  [
    "her in Resent-From",
    (ann) => ({ headers: [`Resent-From: ${ann}`, `Resent-Reply-To: ${ann}`] }),
    null,
    () => mallory,
  ],
  [
    "the writer in Sender, her in Reply-To, and nobody in From",
    (ann) => ({ from: "nobody:;", headers: [`Sender: ${mallory}`, `Reply-To: ${ann}`] }),
    elsewhere(mallory),
  ],
  [
    "a form that names her in its text",
    (ann) => ({ from: "Form <no-reply@form.example>", text: `Name: Ann\r\nEmail: ${ann}\r\n` }),
    elsewhere("no-reply@form.example"),
  ],
  [
    "a group of the store's own",
    (ann) => ({ from: `'Ann' via Help <${support}>`, headers: [`X-Original-Sender: ${ann}`], check: "pass" }),
    ofStore(support),
  ],
  [
    "such a group, which nothing proves",
    (ann) => ({ from: `'Ann' via Help <${support}>`, headers: [`X-Original-Sender: ${ann}`] }),
    elsewhere(support),
  ],
  [
    "such a group with another original sender",
    (ann) => ({
      from: `'Mallory' via Help <${support}>`,
      check: "pass",
      headers: [`X-Original-From: Mallory <${mallory}>`, `Reply-To: ${ann}`],
    }),
    elsewhere(mallory),
  ],
  [
    "a colleague who forwards",
    (ann) => ({ from: colleague, subject: "Fwd: Cup", text: forwarded(ann), check: "pass" }),
    ofStore(colleague),
  ],
  ["whoever poses as a colleague", (ann) => ({ from: colleague, headers: [`Reply-To: ${ann}`] }), elsewhere(colleague)],
  [
    "a forged colleague",
    (ann) => ({ from: colleague, headers: [`Reply-To: ${ann}`], check: "fail" }),
    elsewhere(colleague),
  ],
];

test.each(shapes)(
  "says where a mail with %s was written from if answers go elsewhere",
  async (_, mailFor, said, answered) => {
    const ann = newAnn();
    const mail = { from: `Mallory <${mallory}>`, check: "none" as const, ...mailFor(ann) };
    const ticket = await ticketOf(
      mail.check === "none" && mail.from.includes("mallory") ? { ...mail, check: "pass" } : mail,
    );
    expect(ticket.customer?.email).toBe(answered?.(ann) ?? ann);
    const own = said && { "a.": `a.${ann}`, "": `${ann}.evil.example` }[said.email];
    const writtenFrom = said && { ...said, email: own ?? said.email };
    expect(ticket.writtenFrom).toEqual(writtenFrom);
    expect(ticket.messages[0]?.writtenFrom).toEqual(writtenFrom);
    const { items } = await agent.api.tickets.list({});
    expect(items.find(({ id }) => id === ticket.id)?.writtenFrom).toEqual(writtenFrom);
  },
);

test("proves nothing about her: no new name, no other participation, and no automatic mail", async () => {
  const [ann, writer] = [newAnn(), newWriter()];
  await at.send({ from: ann });
  const posed = await at.send({
    from: `Ann Lee <${writer}>`,
    headers: [`Reply-To: Miss Taken <${ann}>`],
    check: "pass",
  });
  expect(await at.customerOf(posed.ticket_id)).toEqual({ email: ann, name: null });
  expect(posed.takes_part).toBe(false);
  await at.send({ from: `Ann Lee <${ann}>`, check: "pass" });
  await at.send({ from: writer, headers: [`Reply-To: Miss Taken <${ann}>`], check: "pass" });
  expect(await at.customerOf(posed.ticket_id)).toEqual({ email: ann, name: "Ann Lee" });
  const sent = await desk.asOwner<{ to_email: string }>("select to_email from outgoing_mails", [], store.id);
  expect(sent.filter(({ to_email }) => to_email === writer)).toEqual([]);
  // Only her own first mail was acknowledged.
  expect(sent.filter(({ to_email }) => to_email === ann)).toHaveLength(1);

  // The label puts her mail there, but not the writer's.
  const { ticketNumber } = await agent.api.tickets.get({ id: posed.ticket_id ?? "" });
  const subject = `Re: [Ticket: ${String(ticketNumber).padStart(4, "0")}]`;
  expect((await at.send({ from: writer, subject, check: "pass" })).ticket_id).not.toBe(posed.ticket_id);
  expect((await at.send({ from: ann, subject, check: "pass" })).ticket_id).toBe(posed.ticket_id);
});

test("names the writer in the trail, and finds the ticket by either address", async () => {
  const [ann, writer] = [newAnn(), newWriter()];
  const ticket = await ticketOf({ from: `Ann Lee <${writer}>`, headers: [`Reply-To: Ann Lee <${ann}>`] });
  const { items } = await agent.api.tickets.activity({ id: ticket.id });
  expect(items.map(({ kind, actorName }) => `${kind} by ${actorName}`)).toEqual([`created by ${writer}`]);
  for (const search of [writer, ann]) {
    await expect
      .poll(async () => (await agent.api.tickets.list({ search })).items.map(({ id }) => id))
      .toEqual([ticket.id]);
  }
});

test("says where a mail that joins by its id was written from, answers its Reply-To, and creates no customer", async () => {
  const [ann, bob] = [newAnn(), `bob-${newId()}@customer.example`];
  const { id } = await ticketOf({ from: `Ann Lee <${ann}>` });
  const { mailMessageId } = await at.agentMessage(mailKey(desk.services.settings.secret), id);
  const headers = [`In-Reply-To: <${mailMessageId}>`, `Reply-To: ${bob}`];
  for (const from of [`Ann Lee <${mallory}>`, ann, ann.replace("@", "+tag@")]) {
    expect(await at.send({ from, headers, check: "pass" })).toMatchObject({ state: "reply_added", ticket_id: id });
  }
  const ticket = await agent.api.tickets.get({ id });
  expect(ticket).toMatchObject({ customer: { email: ann }, writtenFrom: null });
  expect(ticket.messages.filter(({ isFromCustomer }) => isFromCustomer).map(({ writtenFrom }) => writtenFrom)).toEqual([
    ...[null, elsewhere(mallory), elsewhere(ann), elsewhere(ann.replace("@", "+tag@"))],
  ]);
  const preview = await agent.api.messages.preview({ ticketId: id, content: "Hi" });
  expect(preview.to).toEqual([{ email: bob, name: null }]);
  expect((await agent.api.customers.list({ search: bob })).items).toEqual([]);
});

test.each([
  ["Ann Lee <mallory@evil.example>", "pass", "Ann Lee &lt;mallory@evil.example&gt;"],
  ["mallory@evil.example", "pass", "mallory@evil.example"],
  // A forward may have words of the colleague above it, which nobody else may read.
  [`Owner <${colleague}>`, "pass", null],
  [`Ann Lee <${colleague}>`, "none", null],
  [`'Ann Lee' via Help <${support}>`, "pass", "Ann Lee"],
  [`'Ann Lee' via Help <${support}>`, "none", "Ann Lee &lt;support@shop.example&gt;"],
] as const)("quotes the writer, not the recipient, in an answer to %s (%s): %s", async (from, check, named) => {
  const ann = newAnn();
  const { id } = await ticketOf({ from, headers: [`Reply-To: Ann Lee <${ann}>`], check });
  const { html, to } = await agent.api.messages.preview({ ticketId: id, content: `Hello ${randomUUID()}` });
  expect(to).toMatchObject([{ email: ann }]);
  if (named === null) expect(html).not.toContain(" wrote:");
  else expect(html).toContain(`UTC, ${named} wrote:`);
});
