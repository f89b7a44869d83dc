import { randomUUID } from "node:crypto";
import { customerExportUrl } from "@deskhand/contract/pages";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdRows } from "../../../testing/hold-rows.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { tablesWith } from "../../../testing/store/find-word.ts";
import { fillCustomer } from "../../../testing/store/full-customer.ts";
import { takeMail, until } from "../../../testing/take-mail.ts";
import { customerWrites, reply, type TestMail } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { redactCustomer } from "../../customers/index.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

const textsOf = ({ messages }: TicketDetail) => messages.map(({ content }) => content);
const get = (id: string) => agent.api.tickets.get({ id });
const label = (ticketNumber: number) => `[Ticket: ${String(ticketNumber).padStart(4, "0")}]`;

type Began = { id: string; ticketNumber: number; messageId: string };
/** Begins a ticket with a customer's mail; `messageId` is its Message-ID. */
async function begins(from: string, text: string, subject = "Hello"): Promise<Began> {
  const { ticket_id: id, message_id } = await writes({ from, subject, text });
  const own = "select mail_message_id as id from ticket_messages where id = $1";
  const [message] = await app.asOwner<{ id: string }>(own, [message_id], owner.tenantId);
  return { id, ticketNumber: (await get(id)).ticketNumber, messageId: message?.id ?? "" };
}

const writes = (mail: TestMail, to: Pick<Person, "tenantId" | "supportEmail"> = owner) => customerWrites(app, to, mail);

/** Answers a ticket as an agent; returns the headers of the mail that the customer gets. */
async function answered(ticketId: string, customer: string, content: string) {
  const sent = await reply(agent, ticketId, { content });
  const mail = await until(async () => {
    const newest = await takeMail(app, customer);
    return newest.text?.includes(content) ? newest : undefined;
  });
  await until(async () => (await get(ticketId)).messages.find(({ id }) => id === sent.id)?.deliveryState === "sent");
  const header = (name: string) => mail.headers.find((each) => each.name.toLowerCase() === name)?.value ?? "";
  return { to: header("reply-to").replace(/[<>]/g, ""), messageId: header("message-id"), subject: mail.subject };
}

const person = () => `${randomUUID()}@customer.test`;
const through = (address: string) => ({ tenantId: owner.tenantId, supportEmail: address });
const merge = (id: string, into: string) => agent.api.tickets.merge({ id, into });

type Way = { source: Began; answer: { to: string; messageId: string; subject: string } };
const ways: [string, (way: Way) => [TestMail, string | null]][] = [
  ["its reply address", ({ answer }) => [{}, answer.to]],
  ["our Message-ID", ({ answer }) => [{ headers: [`In-Reply-To: ${answer.messageId}`] }, null]],
  ["the customer's own Message-ID", ({ source }) => [{ headers: [`References: <${source.messageId}>`] }, null]],
  ["its label in the subject", ({ source }) => [{ subject: `Re: Hello ${label(source.ticketNumber)}` }, null]],
];

test.each(ways)("mail to a merged ticket by %s lands on the target, and returns with the source", async (_, mailBy) => {
  const from = person();
  const source = await begins(from, "Where is the vase?");
  const answer = await answered(source.id, from, "We look after it.");
  const target = await begins(from, "I wrote before.");
  await merge(source.id, target.id);
  const [mail, address] = mailBy({ source, answer });
  const landed = await writes({ from, text: "Since then.", ...mail }, address ? through(address) : owner);
  expect(landed).toMatchObject({ state: "reply_added", ticket_id: target.id });
  expect(textsOf(await get(target.id)).at(-1)).toBe("Since then.");
  expect(await get(source.id)).toMatchObject({ messageCount: 0, status: "closed" });
  await agent.api.tickets.unmerge({ id: source.id });
  expect(textsOf(await get(source.id))).toEqual(["Where is the vase?", "We look after it.", "Since then."]);
  expect(textsOf(await get(target.id))).toEqual(["I wrote before."]);
  const logged = "select ticket_id, merged_from_id from mail_log where id = $1";
  expect(await app.asOwner(logged, [landed.id], owner.tenantId)).toEqual([
    { ticket_id: source.id, merged_from_id: null },
  ]);
  const later = await writes({ from, text: "And later.", ...mail }, address ? through(address) : owner);
  expect(later.ticket_id).toBe(source.id);
});

test("through a chain of merges mail lands at the end and reopens it, and each link returns what came by it", async () => {
  const from = person();
  const a = await begins(from, "This is A.");
  const answer = await answered(a.id, from, "Answer to A.");
  const b = await begins(from, "This is B.");
  const c = await begins(from, "This is C.");
  await merge(a.id, b.id);
  await merge(b.id, c.id);
  await agent.api.tickets.changeStatus({ id: c.id, status: "resolved" });
  const landed = await writes({ from, text: "To A, when C was done." }, through(answer.to));
  expect(landed).toMatchObject({ state: "reply_added", ticket_id: c.id });
  expect(await get(c.id)).toMatchObject({ status: "open" });
  await agent.api.tickets.unmerge({ id: b.id });
  expect(textsOf(await get(b.id))).toEqual(["This is A.", "Answer to A.", "This is B.", "To A, when C was done."]);
  expect(textsOf(await get(c.id))).toEqual(["This is C."]);
  await agent.api.tickets.unmerge({ id: a.id });
  expect(textsOf(await get(a.id))).toEqual(["This is A.", "Answer to A.", "To A, when C was done."]);
  expect(textsOf(await get(b.id))).toEqual(["This is B."]);
});

test("mail to a ticket that was merged into a deleted one lands on the source, which is a ticket again", async () => {
  const from = person();
  const source = await begins(from, "Keep me.");
  const answer = await answered(source.id, from, "We keep it.");
  const target = await begins(from, "Delete me.");
  await merge(source.id, target.id);
  await owner.api.tickets.delete({ id: target.id });
  expect(await writes({ from, text: "Still there?" }, through(answer.to))).toMatchObject({ ticket_id: source.id });
  expect(textsOf(await get(source.id))).toEqual(["Keep me.", "We keep it.", "Still there?"]);
});

test("mail to a deleted shell follows its messages, and its address alone begins a ticket", async () => {
  const from = person();
  const source = await begins(from, "Move me.");
  const answer = await answered(source.id, from, "Moved.");
  const target = await begins(from, "Take me.");
  await merge(source.id, target.id);
  await owner.api.tickets.delete({ id: source.id });
  const named = await writes({ from, text: "By id.", headers: [`In-Reply-To: ${answer.messageId}`] });
  expect(named).toMatchObject({ state: "reply_added", ticket_id: target.id });
  expect(await writes({ from, text: "By address." }, through(answer.to))).toMatchObject({ state: "ticket_created" });
});

test("a mail that is processed during a merge or its undoing lands on the right ticket", async () => {
  const from = person();
  const source = await begins(from, "Where is the vase?");
  const answer = await answered(source.id, from, "We look after it.");
  const target = await begins(from, "I wrote before.");
  const rows = "select from support_tickets where id = any ($1) order by id for no key update";
  const race = async (change: () => Promise<unknown>, text: string) => {
    const lock = await holdRows(app.services.db.pool, owner, rows, [[source.id, target.id]]);
    const changing = change();
    await lock.untilWaiting(1);
    const writing = writes({ from, text }, through(answer.to));
    await lock.untilWaiting(2);
    await lock.release();
    const [{ id }] = await Promise.all([writing, changing]);
    // Either may come first.
    const log = "select ticket_id from mail_log where id = $1";
    return (await app.asOwner<{ ticket_id: string }>(log, [id], owner.tenantId))[0]?.ticket_id;
  };
  expect(await race(() => merge(source.id, target.id), "While merging.")).toBe(target.id);
  expect(await race(() => agent.api.tickets.unmerge({ id: source.id }), "While undoing.")).toBe(source.id);
  expect(textsOf(await get(source.id))).toContain("While merging.");
});

test("a stranger who names a merged ticket still joins nothing", async () => {
  const from = person();
  const source = await begins(from, "Mine.");
  const target = await begins(from, "Mine too.");
  await merge(source.id, target.id);
  const stranger = await writes({ from: person(), subject: `Re: Hello ${label(source.ticketNumber)}`, text: "Hi" });
  expect(stranger.state).toBe("ticket_created");
  expect(stranger.ticket_id).not.toBe(target.id);
});

test("a bounce of a reply from before the merge marks it on the target", async () => {
  const from = person();
  const source = await begins(from, "Where is the vase?");
  const answer = await answered(source.id, from, "It never arrives.");
  const target = await begins(from, "I wrote before.");
  await merge(source.id, target.id);
  const raw = [
    ...["From: mailer-daemon@mx.example", "Subject: Undelivered", "Auto-Submitted: auto-replied"],
    ...[`In-Reply-To: ${answer.messageId}`, "Content-Type: multipart/report; report-type=delivery-status; boundary=x"],
    ...["", "--x", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.example", ""],
    ...[`Final-Recipient: rfc822; ${from}`, "Action: failed", "Status: 5.1.1"],
    ...["Diagnostic-Code: smtp; 550 No such user", "", "--x--"],
  ].join("\r\n");
  const entries = await app.takeIn({ envelopeFrom: "", recipients: [owner.supportEmail], raw, providerCheck: null });
  const sql = "select state, ticket_id from mail_log where id = $1";
  const [ended] = await app.asOwner(sql, [entries.get(owner.tenantId)], owner.tenantId);
  expect(ended).toMatchObject({ state: "bounce", ticket_id: target.id });
  const failed = (await get(target.id)).messages.find(({ content }) => content === "It never arrives.");
  expect(failed?.deliveryState).toBe("failed");
});

test("nothing of an erased customer is left, however their tickets were merged, unmerged and moved", async () => {
  const word = `word-${randomUUID()}`;
  const customer = await fillCustomer(app, owner, agent, word);
  const from = customer.email;
  const more = await Promise.all([1, 2, 3].map((each) => begins(from, `More ${each} of ${word}`)));
  const [first, second, three] = more as [Began, Began, Began];
  await merge(customer.ticketId, first.id);
  await writes({ from, text: `Since ${word}`, subject: `Re: Hi ${label(second.ticketNumber)}` });
  await merge(second.id, first.id);
  await agent.api.tickets.unmerge({ id: second.id });
  await merge(three.id, second.id);
  const moved = (await get(second.id)).messages.find(({ content }) => content === `Since ${word}`);
  const move = { id: second.id, messageId: moved?.id ?? "", idempotencyKey: randomUUID() };
  await agent.api.tickets.moveMessage(move);
  // Their messages on another customer's ticket, which was merged and unmerged.
  const others = await get(customer.othersId);
  const third = await begins(others.customer?.email ?? "", "Of somebody else");
  await merge(customer.othersId, third.id);
  await agent.api.tickets.unmerge({ id: customer.othersId });
  await merge(third.id, customer.othersId);
  await merge(customer.othersId, (await begins(others.customer?.email ?? "", "Another of them")).id);
  expect(await app.db.withTenant(owner.tenantId, (tx) => redactCustomer(tx, customer.id))).toBe(true);
  expect(await tablesWith(app, word)).toEqual([]);
  await expect(get(first.id)).rejects.toMatchObject({ code: "ticket_not_found" });
  expect(await get(third.id)).toMatchObject({ mergedInto: { id: customer.othersId } });
});

test("a customer's export says where a merged ticket is", async () => {
  const from = person();
  const source = await begins(from, "Exported words");
  const target = await begins(from, "The other ones");
  await merge(source.id, target.id);
  const { customerId } = await get(target.id);
  const all = JSON.parse(await (await owner.send(customerExportUrl(customerId ?? ""))).text());
  expect(all.tickets).toMatchObject([
    { number: source.ticketNumber, messages: [], mergedInto: target.ticketNumber },
    { number: target.ticketNumber, mergedInto: null, messages: [{ content: "Exported words" }, {}] },
  ]);
});
