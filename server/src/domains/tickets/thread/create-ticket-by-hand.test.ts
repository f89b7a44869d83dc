import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OutboxMail } from "../../../platform/mailer/outbox-mailer.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, takeMail, until } from "../../../testing/take-mail.ts";
import { customerWrites, makeTicket, reply } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

type Opening = Parameters<Person["api"]["tickets"]["create"]>[0];
const open = (opening: Partial<Opening> = {}, by: Person = agent) =>
  by.api.tickets.create({
    subject: "Recall of lamp 7",
    message: "Please stop using the lamp.",
    idempotencyKey: randomUUID(),
    customer: { name: "Jo Doe", email: `${randomUUID()}@customer.test` },
    ...opening,
  });
const header = ({ headers }: OutboxMail, name: string) =>
  headers.find((each) => each.name.toLowerCase() === name)?.value;

test("the message becomes the description and first message, in the agent's name, and nobody is mailed", async () => {
  const ticket = await open({ subject: "  Recall of lamp 7 ", message: " Please stop using the lamp.\n" });
  expect(ticket).toMatchObject({
    subject: "Recall of lamp 7",
    description: "Please stop using the lamp.",
    source: "agent",
    status: "open",
    preview: "Please stop using the lamp.",
    priority: "medium",
    category: "General",
    tags: [],
    dueDate: null,
    createdBy: agent.userId,
    assignedTo: null,
    messageCount: 1,
    noteCount: 0,
    customer: { name: "Jo Doe" },
  });
  expect(ticket.messages).toMatchObject([
    {
      content: "Please stop using the lamp.",
      isFromCustomer: false,
      authorId: agent.userId,
      authorName: agent.name,
      deliveryState: null,
    },
  ]);
  const { items } = await owner.api.tickets.activity({ id: ticket.id });
  expect(items.map(({ kind, actorName }) => [kind, actorName])).toEqual([["created", agent.name]]);
  expect((await agent.api.tickets.list({ limit: 100 })).items.map(({ id }) => id)).toContain(ticket.id);
  const queued = "select from outgoing_mails where message_id = $1";
  expect(await app.asOwner(queued, [ticket.messages[0]?.id], owner.tenantId)).toEqual([]);
  const told = (await owner.api.notifications.list()).items.map(({ id }) => id);
  expect(told).toContain(`ticket-${ticket.id}`);
  expect((await agent.api.notifications.list()).items.map(({ id }) => id)).not.toContain(`ticket-${ticket.id}`);
});

test("every choice is saved, and the assignee is in the trail and an event", async () => {
  const dueDate = "2026-12-24T22:59:59.000Z";
  const ticket = await open({
    priority: "high",
    category: "Returns & Refunds",
    tags: ["Recall "],
    dueDate,
    assignedTo: owner.userId,
  });
  expect(ticket).toMatchObject({
    priority: "high",
    category: "Returns & Refunds",
    tags: ["Recall"],
    dueDate,
    assignedTo: owner.userId,
  });
  const { items } = await owner.api.tickets.activity({ id: ticket.id });
  expect(items.map(({ kind, to }) => [kind, to])).toEqual([
    ["created", null],
    ["assigned", owner.name],
  ]);
  const assigned = "select payload from events where type = 'ticket.assigned' and payload ->> 'ticketId' = $1";
  expect(await app.asOwner(assigned, [ticket.id], owner.tenantId)).toEqual([
    { payload: { ticketId: ticket.id, from: null, to: owner.userId, actorId: agent.userId } },
  ]);
});

test("on request the customer gets the message by mail, and their answer joins the ticket", async () => {
  const email = `${randomUUID()}@customer.test`;
  const ticket = await open({ customer: { name: "Ada Byron", email }, mailCustomer: true });
  expect(ticket.messages).toMatchObject([{ deliveryState: "sending" }]);
  const mail = await takeMail(app, email);
  const label = `Ticket: ${String(ticket.ticketNumber).padStart(4, "0")}`;
  expect(mail.subject).toBe(`Recall of lamp 7 [${label}]`);
  expect(mail.text).toMatch(/^Please stop using the lamp\./);
  expect(header(mail, "in-reply-to")).toBeUndefined();

  const messageId = header(mail, "message-id");
  const address = header(mail, "reply-to")?.replace(/[<>]/g, "") ?? "";
  const inThread = { from: email, subject: `Re: ${mail.subject}`, headers: [`In-Reply-To: ${messageId}`] };
  for (const to of [address, owner.supportEmail]) {
    const end = await customerWrites(app, { tenantId: owner.tenantId, supportEmail: to }, { ...inThread, text: to });
    expect(end).toMatchObject({ state: "reply_added", ticket_id: ticket.id });
  }
  await reply(agent, ticket.id, { content: "Thank you." });
  const next = await until(async () => (await mailsTo(app, email)).find(({ text }) => text.includes("Thank you.")));
  expect(next.subject).toBe(`Re: Recall of lamp 7 [${label}]`);
});

test("no copy goes to the store's own address, and no mail to the store alone", async () => {
  const boss = { email: `${randomUUID()}@office.test` };
  const copied = open({ mailCustomer: true, cc: [{ email: owner.supportEmail }, boss] });
  const fields = { cc: [`${owner.supportEmail} is an address of this store`] };
  await expect(copied).rejects.toMatchObject({ code: "input_invalid", data: { fields } });
  const toStore = open({ mailCustomer: true, customer: { email: owner.supportEmail }, cc: [boss] });
  await expect(toStore).rejects.toMatchObject({ code: "recipients_are_own" });
});

test("an existing customer with the address is used, in any case, and keeps the name", async () => {
  const { id } = await makeTicket(app, owner, { from: "kim@known.test" });
  const known = (await agent.api.tickets.get({ id })).customer;
  const named = await open({ customer: { name: "Kim Lund", email: " Kim@Known.TEST " } });
  expect(named.customer).toEqual({ id: known?.id, name: "Kim Lund", email: "kim@known.test" });
  const again = await open({ customer: { name: "Someone Else", email: "kim@known.test" } });
  expect(again.customer).toEqual(named.customer);
  expect((await open({ customer: { id: known?.id } })).customer).toEqual(named.customer);
});

test("a key creates one ticket, for repeated and concurrent requests", async () => {
  const opening = { idempotencyKey: randomUUID(), mailCustomer: true };
  const [first, second] = await Promise.all([open(opening), open(opening)]);
  const later = await open({ ...opening, subject: "Written anew" });
  expect([second.id, later.id, later.subject]).toEqual([first.id, first.id, "Recall of lamp 7"]);
  expect((await agent.api.tickets.get({ id: first.id })).messageCount).toBe(1);
});

test("the key of a reply or note creates no ticket, and a ticket's key no reply", async () => {
  const ticket = await open({ idempotencyKey: randomUUID() });
  const taken = { code: "input_invalid", data: { fields: { idempotencyKey: [expect.any(String)] } } };
  const [replied, noted, opened] = [randomUUID(), randomUUID(), randomUUID()];
  await reply(agent, ticket.id, { idempotencyKey: replied });
  await agent.api.messages.addNote({ ticketId: ticket.id, content: "Hm", idempotencyKey: noted });
  for (const idempotencyKey of [replied, noted]) await expect(open({ idempotencyKey })).rejects.toMatchObject(taken);
  const { id } = await open({ idempotencyKey: opened });
  await expect(reply(agent, id, { idempotencyKey: opened })).rejects.toMatchObject(taken);
});

test("concurrently created tickets get different numbers", async () => {
  const created = await Promise.all(Array.from({ length: 8 }, () => open()));
  expect(new Set(created.map(({ ticketNumber }) => ticketNumber)).size).toBe(8);
});

test("an unknown customer or assignee is refused, and nothing is created", async () => {
  const before = (await agent.api.tickets.list({})).activeCount;
  const stranger = await newOwner(app);
  const theirs = (await makeTicket(app, stranger)).id;
  const foreign = (await stranger.api.tickets.get({ id: theirs })).customerId ?? "";
  await expect(open({ customer: { id: foreign } })).rejects.toMatchObject({ code: "customer_not_found" });
  await expect(open({ assignedTo: stranger.userId })).rejects.toMatchObject({ code: "colleague_not_found" });
  const noEmail = randomUUID();
  const insert = "insert into customers (client_id, id, name) values ($1, $2, 'By phone')";
  await app.asOwner(insert, [owner.tenantId, noEmail], owner.tenantId);
  await expect(open({ customer: { id: noEmail } })).rejects.toMatchObject({
    code: "customer_has_no_email",
    message: "Customer email is required",
  });
  expect((await agent.api.tickets.list({})).activeCount).toBe(before);
});

test.each([
  [
    { subject: "  ", message: "" },
    { subject: [required()], message: [required()] },
  ],
  [{ subject: "x".repeat(256) }, { subject: ["Subject is too long (maximum 255 characters)"] }],
  [{ message: "x".repeat(501) }, { message: ["Message is too long (maximum 500 characters)"] }],
  [{ customer: { name: "Jo" } }, { "customer.email": ["Customer email is required"] }],
  [{ customer: { email: " " } }, { "customer.email": ["Customer email is required"] }],
  [{ customer: { email: "jo at home" } }, { "customer.email": ["Please enter a valid email address"] }],
  [{ customer: { email: "a@b" } }, { "customer.email": ["Please enter a valid email address"] }],
  [
    { dueDate: "tomorrow", priority: "huge" },
    { dueDate: ["Please enter a valid date"], priority: [expect.any(String)] },
  ],
])("%j is refused by field", async (faulty, fields) => {
  const good = { subject: "A", message: "B", customer: { email: "jo@x.test" }, idempotencyKey: randomUUID() };
  const response = await agent.send("/api/tickets", { json: { ...good, ...faulty } });
  expect([response.status, await response.json()]).toMatchObject([422, { code: "input_invalid", data: { fields } }]);
});

function required(): string {
  return "Please fill in all required fields";
}
