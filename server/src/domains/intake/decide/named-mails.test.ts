import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { type MailAtDesk, mailAtDesk, mailOf } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { intakeOf } from "../../../testing/take-in.ts";
import { acceptMail } from "../accept/accept-mail.ts";
import { intakeLimits } from "../intake-limits.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant();
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

const person = () => `kate.${newId()}@x.example`;
/** The Message-ID of a mail from another system that never comes here. */
const elsewhere = () => `order-confirmation-${newId().slice(0, 8)}@shop-system.example`;
const answers = (id: string) => [`In-Reply-To: <${id}>`, `References: <${id}>`];

test("joins two answers of one person to an absent mail, also months later and after closing", async () => {
  const [from, id] = [person(), elsewhere()];
  const first = await at.send({ from, headers: answers(id) });
  expect(first.state).toBe("ticket_created");
  await desk.db.withTenant(store.id, (tx) =>
    tx.updateTable("support_tickets").set({ status: "closed" }).where("id", "=", first.ticket_id).execute(),
  );
  const second = await at.send({ from: `Kate <${from.toUpperCase()}>`, headers: answers(id), subject: "And now?" });
  expect(second).toMatchObject({ state: "reply_added", ticket_id: first.ticket_id });
  expect((await at.messagesOf(first.ticket_id)).at(-1)).toMatchObject({
    threading_reason: "named_mail",
    is_unverified: true,
  });
  expect((await at.ticketOf(first.ticket_id)).status).toBe("open");
});

test("joins a mail to the ticket of an answer that came before it", async () => {
  const [from, id] = [person(), elsewhere()];
  const answer = await at.send({ from, headers: answers(id), check: "pass" });
  const parent = await at.send({ from, headers: [`Message-ID: <${id}>`], check: "pass" });
  expect(parent).toMatchObject({ state: "reply_added", ticket_id: answer.ticket_id });
  expect((await at.messagesOf(answer.ticket_id)).at(-1)?.is_unverified).toBe(false);
  const next = await at.send({ from, headers: answers(id) });
  expect(next.ticket_id).toBe(answer.ticket_id);
});

// Two names one, and three names two.
test.each([
  ["one, two, three", "one conversation", 1],
  ["two, one, three", "one conversation", 1],
  ["two, three, one", "one conversation", 1],
  ["three, two, one", "one conversation", 1],
  // The first and third mail belong together only through the second, which joins the mail that it answers.
  ["one, three, two", "the last with the one that it answers", 2],
  ["three, one, two", "the last with the one that it answers", 2],
])("takes three mails of one person that come as %s for %s", async (order, _, tickets) => {
  const [from, two, three] = [person(), newId(), newId()];
  const headers: Record<string, string[]> = {
    one: answers(`${two}@mua.example`),
    two: [`Message-ID: <${two}@mua.example>`, ...answers(`${three}@mua.example`)],
    three: [`Message-ID: <${three}@mua.example>`],
  };
  const on = new Map<string, string | null>();
  for (const name of order.split(", ")) {
    on.set(name, (await at.send({ from, headers: headers[name] ?? [] })).ticket_id);
  }
  expect(new Set(on.values()).size).toBe(tickets);
  expect(on.get("two")).toBe(on.get("three"));
});

test("joins an answer and its mail that two processes handle at the same moment", async () => {
  const other = intakeOf(desk.services);
  for (let pair = 0; pair < 8; pair += 1) {
    const [from, id] = [person(), `${newId()}@mua.example`];
    const answer = await accept(mailOf({ from, headers: answers(id) }));
    const parent = await accept(mailOf({ from, headers: [`Message-ID: <${id}>`] }));
    await Promise.all([desk.process(store.id, answer), other.process(store.id, parent)]);
    const { ticket_id: ticketId } = await at.entryOf(answer);
    expect(ticketId).not.toBeNull();
    expect((await at.entryOf(parent)).ticket_id).toBe(ticketId);
  }
  await other.close();
});

async function accept(raw: string): Promise<string> {
  const mail = { via: "smtp" as const, envelopeFrom: "kate@x.example", recipients: [store.address] };
  const entries = await acceptMail(desk.services, async () => store.id, {
    ...mail,
    stream: Readable.from([Buffer.from(raw)]),
  });
  return entries.get(store.id) ?? "";
}

test.each([
  ["somebody else", (_: string) => ({ from: person() })],
  ["somebody with the author in Reply-To", (author: string) => ({ from: person(), more: [`Reply-To: ${author}`] })],
  ["one whose From failed", (author: string) => ({ from: author, check: "fail" as const })],
  ["one of two in From", (author: string) => ({ from: `${author}, mallory@evil.example` })],
])("makes an answer of %s a conversation of its own", async (_, other) => {
  const [author, id] = [person(), elsewhere()];
  const first = await at.send({ from: author, headers: answers(id) });
  const { more = [], ...mail } = { more: [] as string[], ...other(author) };
  const second = await at.send({ ...mail, headers: [...answers(id), ...more] });
  expect(second.state).toBe("ticket_created");
  expect(second.ticket_id).not.toBe(first.ticket_id);
});

test.each([
  ["failed", { check: "fail" as const }, []],
  ["had somebody else in Reply-To", {}, ["Reply-To: mallory@evil.example"]],
])("does not join an author's mail by what a mail named that %s", async (_, mail, more) => {
  const [from, id] = [person(), elsewhere()];
  const first = await at.send({ ...mail, from, headers: [...answers(id), ...more] });
  expect((await at.send({ from, headers: answers(id) })).ticket_id).not.toBe(first.ticket_id);
});

/** A mail's headers about how it was sent, and whether naming its id then lets somebody else in. */
const sendings: [string, string[], boolean][] = [
  ["nothing", [], true],
  [
    "a group's",
    ["List-Id: <help.shop.example>", "List-Post: <mailto:help@shop.example>", "List-Unsubscribe: <mailto:x@y>"],
    true,
  ],
  [
    "a newsletter's",
    ["List-Unsubscribe: <https://shop.example/leave>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"],
    false,
  ],
  ["a header that says so", ["List-Unsubscribe: <https://shop.example/leave>", "List-Post: NO"], false],
  ["bulk", ["Precedence: bulk"], false],
];

test.each(sendings)(
  "does not accept the id of a mail that went to many as proof: %s header",
  async (_, headers, letsIn) => {
    const [author, id] = [person(), `${newId()}@mua.example`];
    const first = await at.send({ from: author, headers: [`Message-ID: <${id}>`, ...headers] });
    const other = await at.send({ from: person(), headers: answers(id) });
    expect(other.ticket_id === first.ticket_id).toBe(letsIn);
    expect((await at.send({ from: author, headers: answers(id) })).ticket_id).toBe(first.ticket_id);
  },
);

test("does not let an id named by others lead anybody to its sender", async () => {
  const id = `${newId()}@newsletter.example`;
  const reader = await at.send({ from: person(), headers: answers(id) });
  const stranger = await at.send({ from: "mallory@evil.example", headers: [`Message-ID: <${id}>`] });
  expect(stranger.ticket_id).not.toBe(reader.ticket_id);
  const other = await at.send({ from: person(), headers: answers(id) });
  expect(other.state).toBe("ticket_created");
});

test("keeps only the nearest ids of a mail, up to a limit, and none that is here", async () => {
  const from = person();
  const known = `${newId()}@mua.example`;
  const { ticket_id: ticketId } = await at.send({ from, headers: [`Message-ID: <${known}>`] });
  const ids = Array.from({ length: 60 }, (_, number) => `mail-${number}.${newId()}@x.example`);
  const references = [...ids, known].map((id) => `\r\n <${id}>`).join("");
  expect((await at.send({ from, headers: [`References:${references}`] })).ticket_id).toBe(ticketId);
  const kept = await desk.db.withTenant(store.id, (tx) =>
    tx.selectFrom("named_mails").select("mail_message_id as id").where("author_email", "=", from).execute(),
  );
  expect(kept.map(({ id }) => id).sort()).toEqual(ids.slice(-intakeLimits.namedMails).sort());
});

test.each(["x", "é", "本", "😀"])("stores and finds ids as long as a line, of %s", async (sign) => {
  const from = person();
  const long = (start: string) => `${start}${sign.repeat(900)}`.slice(0, 940);
  const [own, unknown] = [long(newId()), long(newId())];
  const first = await at.send({ from, headers: [`Message-ID: <${own}>`, `In-Reply-To: <${unknown}>`] });
  expect(first.state).toBe("ticket_created");
  expect((await at.send({ from, headers: [`In-Reply-To: <${own}>`] })).ticket_id).toBe(first.ticket_id);
  expect((await at.send({ from, headers: [`In-Reply-To: <${unknown}>`] })).ticket_id).toBe(first.ticket_id);
});

test("accepts a mail with ids that no index could hold", async () => {
  // Characters that cannot be compressed.
  const id = Array.from({ length: 900 }, (_, number) =>
    String.fromCodePoint(0x4e00 + ((number * 7_919) % 20_000)),
  ).join("");
  const from = person();
  const first = await at.send({ from, headers: [`Message-ID: <${id}>`, `References: <${id}1> <${id}2>`] });
  expect(first.state).toBe("ticket_created");
  expect((await at.send({ from, headers: [`In-Reply-To: <${id}>`] })).ticket_id).toBe(first.ticket_id);
});
