import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { fromNow } from "../../../testing/from-now.ts";
import { type MailAtDesk, mailAtDesk, type TestMail } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailKey } from "../../outgoing/index.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant({ staff: ["owner@shop.example"], customAddress: "support@shop.example" });
  await desk.asOwner(
    "insert into inbound_addresses (client_id, address, is_verified) values ($1, 'help@store.example', false)",
    [store.id],
    store.id,
  );
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

const forwarded =
  "---------- Forwarded message ---------\r\nFrom: Bob <bob@home.example>\r\nSubject: Cup\r\n\r\nIt broke.\r\n";

/** A mail's content, the customer of the ticket that it begins, and the sender shown. */
const people: [string, TestMail, string | null, [string, string]][] = [
  ["a person", { from: "Kate <kate@x.example>" }, "kate@x.example", ["Kate", "kate@x.example"]],
  ["a person without a name", { from: "kim@x.example" }, "kim@x.example", ["kim@x.example", "kim@x.example"]],
  [
    "a person with another mailbox for answers",
    { from: "Lea <lea@work.example>", headers: ["Reply-To: lea@home.example"] },
    "lea@home.example",
    ["Lea", "lea@work.example"],
  ],
  [
    "a contact form",
    { from: "Shop <no-reply@form.example>", headers: ["Reply-To: Mia <mia@x.example>"] },
    "mia@x.example",
    ["Shop", "no-reply@form.example"],
  ],
  [
    "a contact form that says it in its text",
    { from: "Shop <no-reply@form.example>", text: "Name: Noa\r\nEmail: noa@x.example\r\nMessage: Hi\r\n" },
    "noa@x.example",
    ["Shop", "no-reply@form.example"],
  ],
  [
    "somebody who poses as another",
    { from: "Mallory <mallory@evil.example>", headers: ["Reply-To: Olga <olga@x.example>"] },
    "olga@x.example",
    ["Mallory", "mallory@evil.example"],
  ],
  [
    "a name that is another's address",
    { from: '"pia@x.example" <mallory@evil.example>' },
    "mallory@evil.example",
    ["mallory@evil.example", "mallory@evil.example"],
  ],
  [
    "a group of the store's own",
    { from: "'Rosa' via Support <support@shop.example>", headers: ["X-Original-Sender: rosa@x.example"] },
    "rosa@x.example",
    ["Rosa", "rosa@x.example"],
  ],
  [
    "a colleague who forwards",
    { from: "Owner <owner@shop.example>", subject: "Fwd: Cup", text: forwarded },
    "bob@home.example",
    ["Owner", "owner@shop.example"],
  ],
  [
    "a person whose Reply-To is the mailbox that got the mail",
    { from: "Zoe <zoe@x.example>", headers: ["Reply-To: Shop <help@store.example>"] },
    "zoe@x.example",
    ["Zoe", "zoe@x.example"],
  ],
  ["the store itself", { from: "Shop <support@shop.example>" }, null, ["Shop", "support@shop.example"]],
];

test.each(people)("finds who is answered and who is shown: %s", async (_, mail, customer, [name, email]) => {
  const { ticket_id: ticketId } = await at.send(mail);
  expect((await at.customerOf(ticketId))?.email ?? null).toBe(customer);
  expect((await at.messagesOf(ticketId))[0]).toMatchObject({ author_name: name, author_email: email });
});

test.each([
  ["a Reply-To", "Mallory <mallory@evil.example>", ["Reply-To: kate@x.example"], "Mallory"],
  ["a form", "Shop <no-reply@evil.example>", ["Reply-To: Kate <kate@x.example>"], "Kate"],
  ["nothing else", "mallory@evil.example", [], "mallory@evil.example"],
])("shows the address in From of a mail that joins a ticket, with %s", async (_, from, more, name) => {
  const { ticket_id: ticketId } = await at.send({ from: "Kate <kate@x.example>" });
  const { mailMessageId } = await at.agentMessage(mailKey(desk.services.settings.secret), ticketId);
  const joined = await at.send({ from, headers: [`In-Reply-To: <${mailMessageId}>`, ...more] });
  expect(joined.ticket_id).toBe(ticketId);
  const email = /[^\s<>]+@[^\s<>]+/.exec(from)?.[0];
  const shown = (await at.messagesOf(ticketId)).at(-1);
  expect(shown?.author_email).toBe(email);
  if (name !== "Kate") expect(shown?.author_name).toBe(name);
});

test("names the author of a ticket's first message as in the mail, else as known", async () => {
  const email = `ann.${newId()}@x.example`;
  const nameShown = async (from: string) => {
    const { ticket_id: ticketId } = await at.send({ from });
    return (await at.messagesOf(ticketId))[0]?.author_name;
  };
  expect(await nameShown(`Ann Smith <${email}>`)).toBe("Ann Smith");
  expect(await nameShown(`Ann Jones <${email}>`)).toBe("Ann Jones");
  expect(await nameShown(email)).toBe("Ann Smith");
});

/** How a mail names a customer known as Ann Lee, and the name shown. */
const naming: [string, (email: string) => TestMail, [string, string | null]][] = [
  ["in Reply-To", (email) => ({ headers: [`Reply-To: ${email}`] }), ["Mallory", null]],
  ["in Reply-To, with the name", (email) => ({ headers: [`Reply-To: Ann Lee <${email}>`] }), ["Mallory", null]],
  [
    "in Reply-To, without a name in From",
    (email) => ({ from: "mallory@evil.example", headers: [`Reply-To: Ann Lee <${email}>`] }),
    ["mallory@evil.example", null],
  ],
  [
    "as a form's visitor",
    (email) => ({ from: "Shop form <no-reply@form.example>", text: `Name: Ann Lee\r\nEmail: ${email}\r\n` }),
    ["Shop form", null],
  ],
  [
    "as the visitor of a form without a name",
    (email) => ({ from: "no-reply@form.example", text: `Name: Ann Lee\r\nEmail: ${email}\r\n` }),
    ["no-reply@form.example", null],
  ],
  [
    "in a colleague's forward",
    (email) => ({
      from: "owner@shop.example",
      subject: "Fwd: Cup",
      text: forwarded.replace("bob@home.example", email),
    }),
    ["owner@shop.example", null],
  ],
  ["as the writer", (email) => ({ from: `Annie <${email}>` }), ["Annie", ""]],
  ["as the writer without a name", (email) => ({ from: email }), ["Ann Lee", ""]],
  ["as the writer in capitals", (email) => ({ from: email.toUpperCase() }), ["Ann Lee", ""]],
  [
    "as the writer who is answered elsewhere",
    (email) => ({ from: email, headers: ["Reply-To: Someone <someone@else.example>"] }),
    // The name of an address that is not the ticket's customer is not looked up.
    ["", ""],
  ],
  [
    "as the original sender of the store's group",
    (email) => ({ from: "Support <support@shop.example>", headers: [`X-Original-Sender: ${email}`] }),
    ["Ann Lee", ""],
  ],
];

test.each(naming)(
  "shows the sender in From of a mail that names a known customer %s",
  async (_, mailFor, [name, by]) => {
    const email = `ann.${newId()}@x.example`;
    await at.send({ from: `Ann Lee <${email}>` });
    const mail = { from: "Mallory <mallory@evil.example>", ...mailFor(email) };
    const { ticket_id: ticketId, state } = await at.send(mail);
    expect(state).toBe("ticket_created");
    const from = by ?? /[^\s<>]+@[^\s<>]+/.exec(mail.from)?.[0];
    // A colleague's name counts only if it is proven.
    const isUnverified = mail.from === "owner@shop.example";
    const shown = { author_name: name || email, author_email: from || email, is_unverified: isUnverified };
    expect((await at.messagesOf(ticketId))[0]).toMatchObject(shown);
  },
);

/** Logs this many accepted mails with this From. */
async function letThrough(count: number, from: string, check: "none" | "fail") {
  const { raw_mail_id: rawMailId } = await at.send({});
  const at_ = fromNow({});
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    raw_mail_id: rawMailId,
    via: "smtp" as const,
    envelope_from: from,
    envelope_to: store.address,
    state: "ticket_created" as const,
    from_email: from,
    sender_check: check,
    finished_at: at_,
  }));
  await desk.db.withTenant(store.id, (tx) => tx.insertInto("mail_log").values(rows).execute());
}

test("counts a sender's limit by From, which no Reply-To evades or uses up", async () => {
  await letThrough(limits.mailsPerSender - 1, "many@x.example", "none");
  const behind = (email: string) => ({ from: "many@x.example", headers: [`Reply-To: ${email}`] });
  expect((await at.send(behind("one@x.example"))).state).toBe("ticket_created");
  expect((await at.send({ from: "many@x.example" })).state).toBe("loop_stopped");
  expect((await at.send(behind("two@x.example"))).state).toBe("loop_stopped");
  for (const from of ["one@x.example", "two@x.example"]) expect((await at.send({ from })).state).toBe("ticket_created");
});

test("does not count mails that failed in a person's name against that person", async () => {
  await letThrough(limits.mailsPerSender, "posed@x.example", "fail");
  expect((await at.send({ from: "posed@x.example", check: "fail" })).state).toBe("loop_stopped");
  expect((await at.send({ from: "posed@x.example", check: "pass" })).state).toBe("ticket_created");
  expect((await at.send({ from: "posed@x.example" })).state).toBe("ticket_created");
});

test("records mail held by a sender's limit on its ticket only", async () => {
  const from = `much.${newId()}@x.example`;
  const { ticket_id: ticketId } = await at.send({ from });
  const { ticket_number: number } = await at.ticketOf(ticketId);
  const labelled = { from, subject: `Re: Cup [Ticket: ${number}]` };
  for (const check of ["none", "fail"] as const) await letThrough(limits.mailsPerSender, from, check);
  expect(await at.send(labelled)).toMatchObject({ state: "loop_stopped", ticket_id: ticketId, message_id: null });
  expect(await at.send({ from })).toMatchObject({ state: "loop_stopped", ticket_id: null });
  expect(await at.send({ ...labelled, check: "fail" })).toMatchObject({ state: "loop_stopped", ticket_id: null });
  expect(await at.messagesOf(ticketId)).toHaveLength(1);
});
