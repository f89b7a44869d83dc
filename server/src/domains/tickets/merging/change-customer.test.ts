import { randomUUID } from "node:crypto";
import { customerExportUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type MailAtDesk, mailAtDesk } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { redactCustomer } from "../../customers/index.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;
let agent: Person;
let admin: Person;
let other: Person;
beforeAll(async () => {
  desk = await openDesk({ roles: ["web"] });
  store = await desk.makeTenant({ customAddress: "help@store.example" });
  at = mailAtDesk(desk, store);
  agent = await addColleague(desk, { tenantId: store.id }, "agent");
  admin = await addColleague(desk, { tenantId: store.id }, "admin");
  other = await newOwner(desk);
});
afterAll(() => desk.stop());

const exportSchema = z.object({ tickets: z.array(z.object({ messages: z.array(z.object({ content: z.string() })) })) });

const newAddress = (name: string) => `${name}-${randomUUID()}@people.example`;

/** Opens a ticket with a first mail by Ana. */
async function anaWrites({ cc }: { cc?: string } = {}) {
  const ana = newAddress("ana");
  const mail = { from: `Ana <${ana}>`, text: "Where is my lamp?", ...(cc && { headers: [`Cc: ${cc}`] }) };
  const { ticket_id } = await at.send({ ...mail, check: "pass" });
  const ticket = await agent.api.tickets.get({ id: ticket_id ?? "" });
  return { ana, id: ticket.id, ticketNumber: ticket.ticketNumber, customerId: ticket.customerId ?? "" };
}

const change = (id: string, customer: { id: string } | { email: string; name?: string } | null, by = agent) =>
  by.api.tickets.changeCustomer({ id, customer });
const audiences = async (id: string) => (await agent.api.tickets.get({ id })).messages.map(({ audience }) => audience);
const reply = (ticketId: string, chosen: { answersId?: string } = {}) =>
  agent.api.messages.reply({
    ticketId,
    content: "It is on its way.",
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
    ...chosen,
  });

test("a ticket gets a customer by address, with trail, audit log, events and history; a repeated request changes nothing", async () => {
  const { ana, id, customerId, ticketNumber } = await anaWrites();
  const ben = newAddress("ben");
  const changed = await change(id, { email: ben.toUpperCase(), name: "Ben" });
  expect(changed.customer).toMatchObject({ email: ben, name: "Ben" });
  await change(id, { email: ben });
  const { items } = await agent.api.tickets.activity({ id });
  expect(items.filter(({ kind }) => kind === "customer_changed")).toMatchObject([
    { actorName: agent.name, from: `Ana <${ana}>`, to: `Ben <${ben}>` },
  ]);
  const events = await desk.asOwner<{ payload: object }>(
    "select payload from events where type = 'ticket.customer-changed' and payload ->> 'ticketId' = $1",
    [id],
    store.id,
  );
  expect(events).toEqual([
    { payload: { ticketId: id, from: customerId, to: changed.customer?.id, actorId: agent.userId } },
  ]);
  const audit = await admin.api.audit.list({ kind: "ticket" });
  expect(audit.items.filter(({ subjectId }) => subjectId === id)).toMatchObject([
    {
      action: "ticket.customer-changed",
      subject: `Ticket: ${String(ticketNumber).padStart(4, "0")}`,
      details: { from: `Ana <${ana}>`, to: `Ben <${ben}>` },
    },
  ]);
  expect((await agent.api.tickets.list({ customer: ben })).items.map((item) => item.id)).toEqual([id]);
  expect((await agent.api.tickets.list({ customer: ana })).items).toEqual([]);
  expect((await agent.api.tickets.ofCustomer({ id })).total).toBe(1);
});

test("a ticket's creator is its first message's author, whoever the customer is, by a stored name and after a merge", async () => {
  const { id, customerId } = await anaWrites();
  const creators = async (ticketId: string) => {
    const { items } = await agent.api.tickets.activity({ id: ticketId });
    return items.flatMap(({ kind, actorName }) => (kind === "created" ? [actorName] : []));
  };
  await change(id, { email: newAddress("ben"), name: "Ben" });
  expect(await creators(id)).toEqual(["Ana"]);
  await agent.api.customers.update({ id: customerId, name: "Anastasia" });
  await change(id, null);
  expect(await creators(id)).toEqual(["Ana"]);
  const { ticket_id: into } = await at.send({ from: `Cleo <${newAddress("cleo")}>`, check: "pass" });
  await agent.api.tickets.merge({ id, into: into ?? "", customers: "keep" });
  expect([await creators(id), await creators(into ?? "")]).toEqual([["Ana"], ["Cleo"]]);
  await change(into ?? "", { email: newAddress("dora"), name: "Dora" });
  expect([await creators(id), await creators(into ?? "")]).toEqual([["Ana"], ["Cleo"]]);
});

test("the author is answered on request, and messages without the new customer are a side conversation until it is undone", async () => {
  const { ana, id, customerId } = await anaWrites();
  await reply(id);
  expect(await audiences(id)).toEqual(["customer", "customer"]);
  const { customer } = await change(id, { email: newAddress("ben"), name: "Ben" });
  expect(await audiences(id)).toEqual(["side", "side"]);
  // The author was answered.
  expect((await agent.api.tickets.get({ id })).waitingSince).toBeNull();
  const [first] = (await agent.api.tickets.get({ id })).messages;
  const toWriter = await reply(id, { answersId: first?.id ?? "" });
  expect(toWriter).toMatchObject({ recipients: [{ kind: "to", email: ana }], audience: "side" });
  const exported = async (customerOf: string) => {
    const file = await admin.send(customerExportUrl(customerOf));
    const { tickets } = exportSchema.parse(await file.json());
    return tickets.flatMap(({ messages }) => messages.map(({ content }) => content));
  };
  expect(await exported(customer?.id ?? "")).toEqual([]);
  expect(await exported(customerId)).toContain("Where is my lamp?");
  await change(id, { id: customerId });
  expect(await audiences(id)).toEqual(["customer", "customer", "customer"]);
  expect((await agent.api.tickets.get({ id })).waitingSince).toBeNull();
  await change(id, null);
  expect(await agent.api.tickets.get({ id })).toMatchObject({ customer: null, customerId: null });
  expect(await audiences(id)).toEqual(["customer", "customer", "customer"]);
});

test("by default the current customer is answered, without words or subject of mails they were not on, until they are on the newest one", async () => {
  const { ana, id, customerId } = await anaWrites();
  await agent.api.tickets.update({ id, subject: "A lamp" });
  const ben = newAddress("ben");
  const { customer } = await change(id, { email: ben, name: "Ben" });
  const preview = await agent.api.messages.preview({ ticketId: id, content: "Dear Ben" });
  expect(preview).toMatchObject({ to: [{ email: ben, name: "Ben" }], cc: [], bcc: [], isQuoted: false });
  expect(preview.subject).toContain("A lamp");
  expect(await reply(id)).toMatchObject({ recipients: [{ kind: "to", email: ben }], audience: "customer" });
  await change(id, { id: customerId });
  expect(await reply(id)).toMatchObject({ recipients: [{ kind: "to", email: ana }], audience: "customer" });
  await change(id, { id: customer?.id ?? "" });
  const label = `[Ticket: ${String((await agent.api.tickets.get({ id })).ticketNumber).padStart(4, "0")}]`;
  const cc = `Cc: ${newAddress("cleo")}`;
  await at.send({ from: ben, subject: `Re: A lamp ${label}`, headers: [cc], check: "pass" });
  expect((await reply(id)).recipients.map(({ kind, email }) => `${kind} ${email}`)).toEqual([
    `to ${ben}`,
    cc.toLowerCase().replace(":", ""),
  ]);
});

test("when a person in Cc becomes the customer, the mail stays in their conversation", async () => {
  const bo = newAddress("bo");
  const { id } = await anaWrites({ cc: `Bo <${bo}>` });
  expect((await change(id, { email: bo })).customer?.email).toBe(bo);
  expect(await audiences(id)).toEqual(["customer"]);
});

test("a former customer who never wrote no longer takes part; one who wrote still does, and so does the current one", async () => {
  const [cora, dora] = [newAddress("cora"), newAddress("dora")];
  const created = await agent.api.tickets.create({
    subject: "Lamp",
    message: "Good day",
    customer: { email: cora },
    idempotencyKey: randomUUID(),
  });
  const label = (ticketNumber: number) => `Re: Lamp [Ticket: ${String(ticketNumber).padStart(4, "0")}]`;
  const writes = async (from: string, ticketNumber: number) =>
    (await at.send({ from, subject: label(ticketNumber), check: "pass" })).ticket_id;
  await change(created.id, { email: dora });
  expect(await writes(cora, created.ticketNumber)).not.toBe(created.id);
  expect(await writes(dora, created.ticketNumber)).toBe(created.id);
  const { ana, id, ticketNumber } = await anaWrites();
  await change(id, { email: dora });
  expect(await writes(ana, ticketNumber)).toBe(id);
  expect((await agent.api.tickets.get({ id })).messages.at(-1)).toMatchObject({ authorEmail: ana, audience: "side" });
});

test("an order of the new customer is not certain because of somebody else's message", async () => {
  const ben = await agent.api.customers.create({ email: newAddress("ben") });
  const number = String(parseInt(randomUUID().slice(0, 7), 16));
  await desk.asOwner(
    `insert into shopify_orders (client_id, id, shopify_order_id, order_number, name, email, customer_id, shopify_created_at)
     values ($1, gen_random_uuid(), $2, $2, '#' || $2, $3, $4, now())`,
    [store.id, number, ben.email, ben.id],
    store.id,
  );
  const certaintyOf = async (from: string) => {
    const { ticket_id } = await at.send({ from, text: `Where is my order #${number}?`, check: "pass" });
    await change(ticket_id ?? "", { id: ben.id });
    const { found } = await agent.api.tracking.ofTicket({ ticketId: ticket_id ?? "" });
    return found.map(({ certainty }) => certainty);
  };
  expect(await certaintyOf(ben.email ?? "")).toEqual(["certain"]);
  expect(await certaintyOf(newAddress("ana"))).toEqual(["likely"]);
});

test("refuses if somebody else was faster, the ticket is archived or merged, or the customer is unknown or another store's", async () => {
  const { id, customerId } = await anaWrites();
  const ben = newAddress("ben");
  const both = await Promise.allSettled([
    agent.api.tickets.changeCustomer({ id, customer: { email: ben }, expected: customerId }),
    admin.api.tickets.changeCustomer({ id, customer: { email: newAddress("cleo") }, expected: customerId }),
  ]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "ticket_changed_meanwhile", data: { field: "customer" } },
  });
  await expect(change(id, { id: randomUUID() })).rejects.toMatchObject({ code: "customer_not_found" });
  const theirs = await other.api.customers.create({ email: newAddress("theirs") });
  await expect(change(id, { id: theirs.id })).rejects.toMatchObject({ code: "customer_not_found" });
  await expect(change(id, { email: ben }, other)).rejects.toMatchObject({ code: "ticket_not_found" });
  await expect(change(id, { email: "nobody" })).rejects.toMatchObject({ code: "input_invalid" });
  await agent.api.tickets.changeStatus({ id, status: "closed" });
  await expect(change(id, { id: customerId })).rejects.toMatchObject({ code: "ticket_archived" });
});

test("an erased former customer is neither in the trail nor in the audit log", async () => {
  const cora = newAddress("cora");
  const created = await agent.api.tickets.create({
    subject: "Lamp",
    message: "Good day",
    customer: { email: cora, name: "Cora" },
    idempotencyKey: randomUUID(),
  });
  await change(created.id, { email: newAddress("dora") });
  await desk.db.withTenant(store.id, (tx) => redactCustomer(tx, created.customerId ?? ""));
  const { items } = await agent.api.tickets.activity({ id: created.id });
  expect(items.find(({ kind }) => kind === "customer_changed")).toMatchObject({ from: "a customer who is gone" });
  const audit = await admin.api.audit.list({ kind: "ticket" });
  const entry = audit.items.find(({ subjectId }) => subjectId === created.id);
  expect(JSON.stringify(entry)).not.toContain("Cora");
  expect(JSON.stringify(entry)).not.toContain(cora);
});

test("a message without a stored author is not quoted to a later customer of its ticket", async () => {
  const { id } = await anaWrites();
  await desk.asOwner("update ticket_messages set author_email = null where ticket_id = $1", [id], store.id);
  const cora = newAddress("cora");
  await change(id, { email: cora });
  const preview = await agent.api.messages.preview({ ticketId: id, content: "Hello" });
  expect(preview).toMatchObject({ to: [{ email: cora }], isQuoted: false });
});
