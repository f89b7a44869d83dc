import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailAtDesk, mailAtDesk } from "../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { tablesWith } from "../../testing/store/find-word.ts";
import { storeCustomer } from "../../testing/store/store-samples.ts";
import { untilFolded } from "../../testing/store/until-folded.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { redactCustomer, saveStoreCustomers } from "./index.ts";

let desk: Desk;
let store: TestTenant;
let mail: MailAtDesk;
let agent: Person;
let admin: Person;
let other: Person;
beforeAll(async () => {
  desk = await openDesk({ roles: ["web", "worker"] });
  store = await desk.makeTenant();
  mail = mailAtDesk(desk, store);
  agent = await addColleague(desk, { tenantId: store.id }, "agent");
  admin = await addColleague(desk, { tenantId: store.id }, "admin");
  other = await newOwner(desk);
});
afterAll(() => desk.stop());

const newAddress = (name: string) => `${name}-${randomUUID()}@people.example`;
type Change = "add" | "remove" | "make-main";
const change = (id: string, email: string, how: Change, person = agent) =>
  person.api.customers.changeAddress({ id, email, change: how });

async function newAnnWithTwoAddresses() {
  const [main, second] = [newAddress("ann"), newAddress("second")];
  const { id } = await agent.api.customers.create({ email: main, name: "Ann" });
  await change(id, second.toUpperCase(), "add");
  return { id, main, second };
}

test("adds, promotes and removes an address, and records each change once, however often it is asked for", async () => {
  const { id, main, second } = await newAnnWithTwoAddresses();
  expect(await change(id, second, "add")).toMatchObject({ email: main, addresses: [main, second] });
  expect(await change(id, second, "make-main")).toMatchObject({ email: second, addresses: [second, main] });
  await expect(change(id, second, "remove")).rejects.toMatchObject({ code: "customer_address_is_main" });
  expect(await change(id, main, "remove")).toMatchObject({ email: second, addresses: [second] });
  expect(await change(id, main, "remove")).toMatchObject({ addresses: [second] });
  await expect(change(id, main, "make-main")).rejects.toMatchObject({ code: "customer_address_not_found" });
  const { items } = await admin.api.audit.list({ kind: "customer" });
  expect(items.filter(({ subjectId }) => subjectId === id)).toMatchObject([
    { action: "customer.address-removed", details: { email: main } },
    { action: "customer.main-address-chosen", details: { email: second } },
    { action: "customer.address-added", subject: `Ann <${main}>`, details: { email: second } },
  ]);
  const events = await desk.asOwner<{ type: string }>(
    "select type from events where payload ->> 'customerId' = $1 order by number",
    [id],
    store.id,
  );
  expect(events.map(({ type }) => type)).toEqual([
    ...["customer.created", "customer.addresses-changed", "customer.updated", "customer.addresses-changed"],
  ]);
});

test("threads mail from any of a customer's addresses into their tickets, and finds the customer by each address", async () => {
  const { id, main, second } = await newAnnWithTwoAddresses();
  const first = await mail.send({ from: second, subject: "A vase", text: "Where is the vase?", check: "pass" });
  const ticket = await agent.api.tickets.get({ id: first.ticket_id ?? "" });
  expect(ticket).toMatchObject({
    customer: { id, email: main },
    messages: [{ authorEmail: second, audience: "customer" }],
  });
  const label = `[Ticket: ${String(ticket.ticketNumber).padStart(4, "0")}]`;
  const again = await mail.send({ from: main, subject: `Re: A vase ${label}`, text: "Hello?", check: "pass" });
  expect(again.ticket_id).toBe(ticket.id);
  for (const customer of [main, second])
    expect((await agent.api.tickets.list({ customer })).items.map((one) => one.id)).toEqual([ticket.id]);
  expect((await agent.api.customers.search({ q: second })).items).toMatchObject([{ id }]);
  expect((await agent.api.customers.list({ search: `ann ${second}` })).items).toMatchObject([{ id }]);
  expect((await agent.api.search.find({ q: second })).customers.items).toMatchObject([{ id }]);
  // The answer goes to the address that wrote.
  const reply = await agent.api.messages.reply({
    ticketId: ticket.id,
    content: "Soon.",
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
    answersId: ticket.messages[0]?.id ?? "",
  });
  expect(reply).toMatchObject({ recipients: [{ email: second }], audience: "customer" });
  await untilFolded(desk, store.id);
  expect((await agent.api.tickets.list({ search: `from:${second}` })).items.map((one) => one.id)).toEqual([ticket.id]);
  expect(
    await agent.api.tickets.create({
      subject: "Hi",
      message: "Hi",
      customer: { email: second },
      idempotencyKey: randomUUID(),
    }),
  ).toMatchObject({ customerId: id });
});

test("counts a second address's messages as the customer's only while the address belongs to the customer", async () => {
  const [main, second] = [newAddress("ann"), newAddress("second")];
  const messageId = `${randomUUID()}@people.example`;
  const headers = [`Message-ID: <${messageId}>`];
  const { ticket_id } = await mail.send({ from: main, text: "Where is it?", headers, check: "pass" });
  await mail.send({ from: second, text: "From my phone.", headers: [`In-Reply-To: <${messageId}>`], check: "pass" });
  const { customerId, messages } = await agent.api.tickets.get({ id: ticket_id ?? "" });
  expect(messages.map(({ audience }) => audience)).toEqual(["customer", "side"]);
  const audiences = async () =>
    (await agent.api.tickets.get({ id: ticket_id ?? "" })).messages.map(({ audience }) => audience);
  await change(customerId ?? "", second, "add");
  expect(await audiences()).toEqual(["customer", "customer"]);
  await change(customerId ?? "", second, "remove");
  expect(await audiences()).toEqual(["customer", "side"]);
});

test("never gives one address to two customers, and lets nobody change the addresses of another store's customers", async () => {
  const { id, second } = await newAnnWithTwoAddresses();
  const cleo = await agent.api.customers.create({ email: newAddress("cleo") });
  await expect(change(cleo.id, second, "add")).rejects.toMatchObject({
    code: "customer_email_taken",
    data: { customerId: id },
  });
  await expect(agent.api.customers.create({ email: second })).rejects.toMatchObject({ code: "customer_email_taken" });
  await expect(agent.api.customers.update({ id: cleo.id, email: second })).rejects.toMatchObject({
    code: "customer_email_taken",
  });
  await expect(change(id, newAddress("any"), "add", other)).rejects.toMatchObject({ code: "customer_not_found" });
  // The same address is free in another store.
  expect((await other.api.customers.create({ email: second })).email).toBe(second);
  for (let round = 0; round < 5; round++) {
    const wanted = newAddress("race");
    const tried = await Promise.allSettled([
      change(id, wanted, "add"),
      change(cleo.id, wanted, "add", admin),
      agent.api.customers.create({ email: wanted }),
      mail.send({ from: wanted, check: "pass" }),
    ]);
    const owners = await desk.asOwner<{ customer_id: string }>(
      "select customer_id from customer_addresses where email = $1",
      [wanted],
      store.id,
    );
    expect(owners).toHaveLength(1);
    expect(tried.slice(0, 3).filter(({ status }) => status === "fulfilled").length).toBeLessThan(2);
    for (const holder of [id, cleo.id]) await change(holder, wanted, "remove").catch(() => undefined);
  }
});

test("links a store's customer by a second address, and takes no address from another customer", async () => {
  const { id, main, second } = await newAnnWithTwoAddresses();
  const save = (...customers: Parameters<typeof storeCustomer>[0][]) =>
    desk.db.withTenant(store.id, (tx) =>
      saveStoreCustomers(
        tx,
        customers.map((one) => storeCustomer(one)),
      ),
    );
  expect(await save({ email: second })).toEqual([id]);
  expect(await agent.api.customers.get({ id })).toMatchObject({ email: second, addresses: [second, main] });
  const [another] = await save({ email: main });
  expect(another).not.toBe(id);
  expect(await agent.api.customers.get({ id: another ?? "" })).toMatchObject({ email: null, addresses: [] });
  expect(await agent.api.customers.get({ id })).toMatchObject({ addresses: [second, main] });
});

test("blocks or erases a customer with all of their addresses", async () => {
  const word = randomUUID().replace(/\d|-/g, "").padEnd(12, "q");
  const { id, main } = await newAnnWithTwoAddresses();
  await change(id, `${word}@people.example`, "add");
  const own = await mail.send({ from: `${word}@people.example`, text: "Where is it?", check: "pass" });
  expect((await agent.api.tickets.get({ id: own.ticket_id ?? "" })).customerId).toBe(id);
  await admin.api.blockedSenders.add({ sender: main, reason: "" });
  expect((await mail.send({ from: `${word}@people.example`, text: "Again.", check: "pass" })).state).toBe("blocked");
  await desk.db.withTenant(store.id, (tx) => redactCustomer(tx, id));
  await untilFolded(desk, store.id);
  expect(await tablesWith(desk, word)).toEqual([]);
});

test("never makes the store's own address a customer's", async () => {
  const { id } = await newAnnWithTwoAddresses();
  const refused = {
    code: "input_invalid",
    data: { fields: { email: [`${store.address} is an address of this store`] } },
  };
  await expect(change(id, store.address, "add")).rejects.toMatchObject(refused);
  await expect(agent.api.customers.create({ email: store.address, name: "Us" })).rejects.toMatchObject(refused);
  await expect(agent.api.customers.update({ id, email: store.address, expected: {} })).rejects.toMatchObject(refused);
});
