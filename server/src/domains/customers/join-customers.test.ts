import { randomUUID } from "node:crypto";
import { customerExportUrl } from "@deskhand/contract/pages";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailAtDesk, mailAtDesk } from "../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { tablesWith } from "../../testing/store/find-word.ts";
import { storeCustomer } from "../../testing/store/store-samples.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { redactCustomer, saveStoreCustomers } from "./index.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;
let agent: Person;
let admin: Person;
let other: Person;
beforeAll(async () => {
  desk = await openDesk({ roles: ["web"] });
  store = await desk.makeTenant();
  at = mailAtDesk(desk, store);
  agent = await addColleague(desk, { tenantId: store.id }, "agent");
  admin = await addColleague(desk, { tenantId: store.id }, "admin");
  other = await newOwner(desk);
});
afterAll(() => desk.stop());

const newAddress = (name: string) => `${name}-${randomUUID()}@people.example`;
const join = (id: string, into: string, by = agent) => by.api.customers.join({ id, into });
const part = (id: string, by = agent) => by.api.customers.part({ id });
const get = (id: string) => agent.api.customers.get({ id });
const writes = async (from: string) => (await at.send({ from, text: "Where is it?", check: "pass" })).ticket_id ?? "";
const ticketsOf = async (customerId: string) => {
  const sql = "select id from support_tickets where customer_id = $1";
  const rows = await desk.asOwner<{ id: string }>(sql, [customerId], store.id);
  return rows.map(({ id }) => id).sort();
};

/** Makes two customers who wrote once each. */
async function two() {
  const emails = [newAddress("ann"), newAddress("ben")] as const;
  const tickets = [await writes(`Ann <${emails[0]}>`), await writes(`Ben <${emails[1]}>`)] as const;
  const of = async (id: string) => (await agent.api.tickets.get({ id })).customerId ?? "";
  const [ann, ben] = [await of(tickets[0]), await of(tickets[1])];
  return { ann, ben, emails, tickets };
}

async function placeOrder(customerId: string, email: string | null) {
  const number = String(Number.parseInt(randomUUID().slice(0, 7), 16));
  await desk.asOwner(
    `insert into shopify_orders (client_id, id, shopify_order_id, order_number, name, email, customer_id, shopify_created_at)
     values ($1, gen_random_uuid(), $2, $2, '#' || $2, $3, $4, now())`,
    [store.id, number, email, customerId],
    store.id,
  );
  return `#${number}`;
}
const ordersOf = async (customerId: string) => {
  const sql = "select name from shopify_orders where customer_id = $1 order by name";
  return (await desk.asOwner<{ name: string }>(sql, [customerId], store.id)).map(({ name }) => name);
};

test("moves tickets, orders and addresses to the other customer, and back on parting, with what came since", async () => {
  const { ann, ben, emails, tickets } = await two();
  const before = await placeOrder(ben, null);
  expect(await join(ben, ann)).toMatchObject({
    id: ann,
    name: "Ann",
    email: emails[0],
    addresses: [...emails],
    ticketCount: 2,
    orderCount: 1,
    joined: [{ id: ben, name: "Ben", email: emails[1] }],
  });
  await expect(get(ben)).rejects.toMatchObject({ code: "customer_not_found" });
  const [annsNew, bensNew] = [await writes(emails[0]), await writes(emails[1])];
  const since = await placeOrder(ann, emails[1]);
  const added = newAddress("added");
  await agent.api.customers.changeAddress({ id: ann, email: added, change: "add" });
  const byAdded = await writes(added);
  expect(await ticketsOf(ann)).toEqual([...tickets, annsNew, bensNew, byAdded].sort());
  expect(await part(ben)).toMatchObject({ id: ben, name: "Ben", email: emails[1], addresses: [emails[1]], joined: [] });
  expect(await get(ann)).toMatchObject({ email: emails[0], addresses: [emails[0], added], joined: [] });
  expect(await ticketsOf(ben)).toEqual([tickets[1], bensNew].sort());
  expect(await ticketsOf(ann)).toEqual([tickets[0], annsNew, byAdded].sort());
  expect(await ordersOf(ben)).toEqual([before, since].sort());
  expect(await ordersOf(ann)).toEqual([]);
});

test("changes nothing when asked twice, even at once, and is audited", async () => {
  const { ann, ben } = await two();
  const outcomes = await Promise.all([join(ben, ann), join(ben, ann, admin)]);
  expect(outcomes.map(({ id }) => id)).toEqual([ann, ann]);
  await join(ben, ann);
  await expect(join(ann, ann)).rejects.toMatchObject({ code: "customer_joined_with_self" });
  const parted = await Promise.all([part(ben), part(ben, admin)]);
  expect(parted.map(({ id }) => id)).toEqual([ben, ben]);
  await part(ben);
  // Joining each into the other succeeds once.
  const crossed = await Promise.allSettled([join(ann, ben), join(ben, ann)]);
  expect(crossed.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const { items } = await admin.api.audit.list({ kind: "customer" });
  const own = items.filter(({ subjectId, details }) => [ann, ben].includes(subjectId ?? "") && "name" in details);
  expect(own.map(({ action }) => action)).toEqual(["customer.joined", "customer.parted", "customer.joined"]);
});

test("refuses to join or part customers of another store or unknown ones", async () => {
  const { ann, ben } = await two();
  const foreign = await other.api.customers.create({ email: newAddress("theirs") });
  for (const [id, into, by] of [
    ...([
      [ben, foreign.id, agent],
      [foreign.id, ann, agent],
      [ben, ann, other],
    ] as const),
    ...([
      [randomUUID(), ann, agent],
      [ben, randomUUID(), agent],
    ] as const),
  ] as const)
    await expect(join(id, into, by)).rejects.toMatchObject({ code: "customer_not_found" });
  await join(ben, ann);
  await expect(part(ben, other)).rejects.toMatchObject({ code: "customer_not_found" });
  expect((await get(ann)).joined).toHaveLength(1);
});

test("adds up the store's figures, follows the store under both ids, and separates them on parting", async () => {
  const { ann, ben, emails } = await two();
  const sync = (...all: ReturnType<typeof storeCustomer>[]) =>
    desk.db.withTenant(store.id, (tx) => saveStoreCustomers(tx, all));
  const bens = storeCustomer({
    email: emails[1],
    totalOrders: 2,
    totalSpent: "20.50",
    updatedAt: "2026-10-01T08:00:00.000Z",
  });
  await sync(bens);
  // The store now knows the joined customer by Ben's number.
  expect(await join(ben, ann)).toMatchObject({
    shopifyCustomerId: bens.shopifyId,
    totalOrders: 2,
    totalSpent: "20.50",
  });
  await sync({ ...bens, totalOrders: 3, totalSpent: "30.50", updatedAt: "2026-10-02T08:00:00.000Z" });
  expect(await get(ann)).toMatchObject({ totalOrders: 3, totalSpent: "30.50" });
  expect(await part(ben)).toMatchObject({ shopifyCustomerId: bens.shopifyId, totalOrders: 3, totalSpent: "30.50" });
  expect(await get(ann)).toMatchObject({ shopifyCustomerId: null, totalOrders: 0 });
  // Now it knows both.
  const anns = storeCustomer({
    email: emails[0],
    totalOrders: 1,
    totalSpent: "5.25",
    updatedAt: "2026-10-03T08:00:00.000Z",
  });
  await sync(anns);
  expect(await join(ben, ann)).toMatchObject({
    shopifyCustomerId: anns.shopifyId,
    totalOrders: 4,
    totalSpent: "35.75",
  });
  const later = "2026-10-04T08:00:00.000Z";
  await sync(
    { ...bens, totalOrders: 5, totalSpent: "50.50", updatedAt: later },
    { ...anns, totalOrders: 2, totalSpent: "6.25", updatedAt: later },
  );
  expect(await get(ann)).toMatchObject({ totalOrders: 7, totalSpent: "56.75" });
  expect(await part(ben)).toMatchObject({ shopifyCustomerId: bens.shopifyId, totalOrders: 5, totalSpent: "50.50" });
  expect(await get(ann)).toMatchObject({ shopifyCustomerId: anns.shopifyId, totalOrders: 2, totalSpent: "6.25" });
});

test("exports joined customers together, and erases them together", async () => {
  const word = randomUUID().replace(/\d|-/g, "").padEnd(12, "q");
  const [ann, ben] = [newAddress("ann"), `${word}@people.example`];
  const tickets = [await writes(ann), await writes(`${word} <${ben}>`)];
  const [annId, benId] = await Promise.all(
    tickets.map(async (id) => (await agent.api.tickets.get({ id })).customerId ?? ""),
  );
  await join(benId ?? "", annId ?? "");
  const exported = await (await admin.send(customerExportUrl(annId ?? ""))).text();
  expect(exported).toContain(ben);
  await desk.db.withTenant(store.id, (tx) => redactCustomer(tx, annId ?? ""));
  expect(await tablesWith(desk, word)).toEqual([]);
  await expect(part(benId ?? "")).rejects.toMatchObject({ code: "customer_not_found" });
});

test("merges tickets while joining their customers, and undoes each independently", async () => {
  const { ann, ben, emails, tickets } = await two();
  const merged = await agent.api.tickets.merge({ id: tickets[1], into: tickets[0], customers: "join" });
  expect(merged).toMatchObject({ customer: { id: ann }, messageCount: 2 });
  expect(merged.messages.map(({ audience }) => audience)).toEqual(["customer", "customer"]);
  expect((await get(ann)).joined).toMatchObject([{ id: ben, email: emails[1] }]);
  await part(ben);
  const { messages } = await agent.api.tickets.get({ id: tickets[0] });
  expect(messages.map(({ audience }) => audience).sort()).toEqual(["customer", "side"]);
  expect(await agent.api.tickets.unmerge({ id: tickets[1] })).toMatchObject({ customerId: ben, messageCount: 1 });
});

test("returns to each customer what came by their own addresses, whatever the order of joins and partings", async () => {
  const person = fc.integer({ min: 0, max: 3 });
  const step = fc.oneof(
    fc.record({ does: fc.constant("join" as const), one: person, another: person }),
    fc.record({ does: fc.constant("part" as const), one: person, another: person }),
    fc.record({ does: fc.constant("write" as const), one: person, another: person }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const people = await Promise.all(
        ["ann", "ben", "cleo", "dan"].map(async (name) => {
          const email = newAddress(name);
          const { id } = await agent.api.customers.create({ email, name });
          return { id, email, tickets: [await writes(email)] };
        }),
      );
      /** The customer into whom each is joined now. */
      const root = people.map((_, at) => at);
      const of = (at: number) => people[at] ?? { id: "", email: "", tickets: [] };
      for (const { does, one, another } of steps) {
        if (does === "write") of(one).tickets.push(await writes(of(one).email));
        else if (does === "part") {
          await part(of(one).id).catch((error) => expect(error.code).toBe("customer_not_found"));
          // The customers joined into one stay with it.
          root[one] = one;
        } else if (one !== another && root[one] === one && root[another] === another) {
          await join(of(one).id, of(another).id);
          for (const [at, now] of root.entries()) if (now === one) root[at] = another;
        }
        for (const [at] of people.entries()) {
          const theirs = people.filter((_, each) => root[each] === at);
          expect(await ticketsOf(of(at).id)).toEqual(theirs.flatMap(({ tickets }) => tickets).sort());
          if (theirs.length === 0) continue;
          const { addresses } = await get(of(at).id);
          expect([...addresses].sort()).toEqual(theirs.map(({ email }) => email).sort());
        }
      }
      for (const { id } of people) await part(id).catch((error) => expect(error.code).toBe("customer_not_found"));
      for (const { id, email, tickets } of people) {
        expect(await get(id)).toMatchObject({ email, addresses: [email], joined: [] });
        expect(await ticketsOf(id)).toEqual([...tickets].sort());
      }
    }),
    { seed: 93, numRuns: 8 },
  );
});
