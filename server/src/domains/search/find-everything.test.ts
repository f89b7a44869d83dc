import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { fromNow } from "../../testing/from-now.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { customerReplies, makeTicket } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { findOrCreateCustomer } from "../customers/index.ts";
import { importOrders } from "../orders/index.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const find = (q: string, who = owner) => who.api.search.find({ q });
const ticketsOf = async (q: string) => (await find(q)).tickets.items.map(({ subject }) => subject);
const foundInOf = async (q: string) => (await find(q)).tickets.items.map(({ foundIn }) => foundIn);

async function newStore() {
  owner = await newOwner(app);
}

async function addCustomer(name: string | null, email: string): Promise<string> {
  return app.services.db.withTenant(owner.tenantId, async (tx) => (await findOrCreateCustomer(tx, { email, name })).id);
}

async function addOrder(
  number: string,
  customerId: string | null,
  makings: { email?: string; createdAt?: string } = {},
) {
  const { email = null, createdAt = fromNow({}) } = makings;
  const nothing = { shipping_address: null, billing_address: null, lineItems: [], fulfillments: [] };
  const about = {
    total_price: "19.5" as const,
    currency: "EUR",
    financial_status: "paid",
    fulfillment_status: null,
    ...nothing,
  };
  const order = { id: newId(), shopify_order_id: randomUUID(), order_number: number, name: `#${number}`, ...about };
  await app.services.db.withTenant(owner.tenantId, (tx) =>
    importOrders(tx, [{ ...order, customer_id: customerId, email, shopify_created_at: createdAt }]),
  );
  return order.id;
}

test("a ticket's number finds it first, in any spelling", async () => {
  await newStore();
  for (let number = 1; number <= 12; number += 1) {
    await makeTicket(app, owner, { subject: number === 12 ? "Order 2 and 3" : `Subject ${number}` });
  }
  for (const typed of ["2", "#2", "0002", "Ticket: 0002", "ticket 2", "ticket #2", " Ticket:0002 "]) {
    expect((await find(typed)).tickets.items[0], typed).toMatchObject({ ticketNumber: 2, foundIn: "number" });
  }
  expect(await ticketsOf("2")).toEqual(["Subject 2", "Order 2 and 3"]);
});

test("the same words find the same tickets in the list and here", async () => {
  await newStore();
  const subjects = ["100% cotton", "snake_case", "A bluejacket", "Blue jacket torn", "Order 42", "ÜBER groß"];
  for (const subject of subjects) await makeTicket(app, owner, { subject, description: "Please help", from: null });
  const texts = [
    "100%",
    "snake_",
    "jacket",
    "JACKET TORN",
    "acket",
    "über",
    "ticket #2",
    "0006",
    "Ticket: 0003",
    "nothing",
  ];
  for (const typed of texts) {
    const listed = (await owner.api.tickets.list({ search: typed })).items.map(({ subject }) => subject);
    expect((await ticketsOf(typed)).sort(), typed).toEqual(listed.sort());
  }
  expect((await owner.api.tickets.list({ search: "ticket #2" })).items).toMatchObject([{ ticketNumber: 2 }]);
});

test("a whole subject ranks before its start, and that before a word; letters inside words only match if no word does", async () => {
  await newStore();
  const subjects = ["A bluejacket", "My jacket", "Jacket torn", "Jacket"];
  for (const subject of subjects.toReversed()) await makeTicket(app, owner, { subject, from: null });
  await makeTicket(app, owner, { subject: "Hello", description: "About my jacket", from: null });
  expect(await ticketsOf("jacket")).toEqual(["Jacket", "Jacket torn", "My jacket", "Hello"]);
  expect((await foundInOf("jacket")).slice(-2)).toEqual(["subject", "message"]);
  expect(await ticketsOf("acket")).toHaveLength(5);
  expect(await ticketsOf("JACKET TORN")).toEqual(["Jacket torn"]);
  expect(await ticketsOf("torn jack")).toEqual(["Jacket torn"]);
});

test("active tickets rank before archived ones, newer before older", async () => {
  await newStore();
  await makeTicket(app, owner, { subject: "Lamp old" });
  await makeTicket(app, owner, { subject: "Lamp closed", status: "closed" });
  await makeTicket(app, owner, { subject: "Lamp new" });
  expect(await ticketsOf("lamp")).toEqual(["Lamp new", "Lamp old", "Lamp closed"]);
});

test("old and new messages and notes are found, with the place and the words around it", async () => {
  await newStore();
  const { id } = await makeTicket(app, owner, { subject: "Hello", description: "Hi" });
  await customerReplies(app, owner, id, `${"bla ".repeat(100)}the Zwiebelmesser is blunt ${"bla ".repeat(100)}`, {
    createdAt: fromNow({ days: -200 }),
  });
  await owner.api.messages.addNote({ ticketId: id, content: "Promised a voucher", idempotencyKey: randomUUID() });
  const [said] = (await find("zwiebelm")).tickets.items;
  expect(said).toMatchObject({ id, foundIn: "message" });
  expect(said?.excerpt).toMatch(/^….*the Zwiebelmesser is blunt bla.*…$/);
  expect((await find("vouch")).tickets.items).toMatchObject([{ id, foundIn: "note", excerpt: "Promised a voucher" }]);
  expect(await foundInOf("voucher zwiebelmesser")).toEqual(["note"]);
});

test("older mail is found by the index alone", async () => {
  await newStore();
  const longAgo = fromNow({ days: -3 * 365 });
  const old = await makeTicket(app, owner, { subject: "Samowar kaput", description: "Hm", status: "closed" });
  await customerReplies(app, owner, (await makeTicket(app, owner, { subject: "x", description: "y" })).id, "Teekanne", {
    createdAt: longAgo,
  });
  await app.asOwner("update support_tickets set created_at = $2 where id = $1", [old.id, longAgo], owner.tenantId);
  expect(await ticketsOf("samow")).toEqual(["Samowar kaput"]);
  expect(await ticketsOf("teekanne")).toEqual(["x"]);
});

test("a customer is found by name and address, with their tickets and orders", async () => {
  await newStore();
  const jane = await addCustomer("Jane Doe", "jd@shop.test");
  await addCustomer("Mary Janeson", "mary@shop.test");
  await addCustomer(null, "sijane@shop.test");
  await makeTicket(app, owner, { subject: "Parcel", from: "jd@shop.test" });
  const order = await addOrder("1042", jane);
  const { tickets, customers, orders } = await find("jane");
  expect(customers.items.map(({ email }) => email)).toEqual(["jd@shop.test", "mary@shop.test", "sijane@shop.test"]);
  expect(tickets.items).toMatchObject([{ subject: "Parcel", foundIn: "customer", customer: { name: "Jane Doe" } }]);
  expect(orders.items).toMatchObject([{ id: order, name: "#1042", totalPrice: "19.5", currency: "EUR" }]);
  expect((await find("doe")).customers.items).toHaveLength(1);
  expect((await find("JD@SHOP")).customers.items).toHaveLength(1);
  // The end of an address that everybody shares adds nobody's tickets.
  expect((await find("op.test")).tickets.items).toEqual([]);
});

test("an order is found by its number, the start of that, and its own address", async () => {
  await newStore();
  await addOrder("10421", null, { email: "guest@mail.test" });
  await addOrder("1042", null);
  const namesOf = async (q: string) => (await find(q)).orders.items.map(({ name }) => name);
  for (const typed of ["1042", "#1042", "104"]) expect(await namesOf(typed), typed).toHaveLength(2);
  expect(await namesOf("#1042")).toEqual(["#1042", "#10421"]);
  expect(await namesOf("guest@")).toEqual(["#10421"]);
});

test("eight results of each kind are returned, and whether there are more", async () => {
  await newStore();
  for (let at = 0; at < 9; at += 1) {
    await makeTicket(app, owner, { subject: `Cup ${at}`, from: `cup${at}@many.test` });
    await addOrder(`7770${at}`, null, { email: `cup${at}@many.test` });
  }
  const { tickets, customers, orders } = await find("cup");
  for (const group of [tickets, customers, orders]) {
    expect([group.items.length, group.hasMore]).toEqual([8, true]);
  }
  expect((await find("cup 3")).tickets).toMatchObject({ items: [{ subject: "Cup 3" }], hasMore: false });
});

test("operators of other query languages are plain text", async () => {
  await newStore();
  await makeTicket(app, owner, { subject: "100% <script>alert(1)</script> a_b (c) \\d+", from: "x'y@odd.test" });
  await addCustomer("<script>alert(1)</script>", "s@odd.test");
  for (const typed of [
    "100%",
    "<script>",
    "a_b",
    "(c)",
    "\\d+",
    "%",
    "_",
    "'",
    "***:",
    "(?i)",
    "[[:alpha:]]",
    "😀",
    "::",
    "&|!",
  ]) {
    await find(typed);
  }
  expect(await ticketsOf("100%")).toHaveLength(1);
  expect((await find("<script>")).customers.items).toMatchObject([{ name: "<script>alert(1)</script>" }]);
  expect(await ticketsOf("%%%")).toEqual([]);
  expect(await ticketsOf("no_such")).toEqual([]);
});

test("signs alone are found only where they occur", async () => {
  await newStore();
  await makeTicket(app, owner, { subject: "Hello", description: "it says *** on the box" });
  await makeTicket(app, owner, { subject: "Price in €€€", description: "Hm" });
  const found = async (q: string) =>
    (await find(q)).tickets.items.map(({ subject, foundIn, excerpt }) => [subject, foundIn, excerpt]);
  expect(await found("***")).toEqual([["Hello", "text", "it says *** on the box"]]);
  expect(await found("€€€")).toEqual([["Price in €€€", "subject", null]]);
});

test("a word longer than any index entry is stored and found by its start", async () => {
  await newStore();
  await makeTicket(app, owner, { subject: "Long", description: `${"ä".repeat(3_900)}` });
  expect(await ticketsOf("ä".repeat(30))).toEqual(["Long"]);
  expect(await ticketsOf("ä".repeat(200))).toEqual(["Long"]);
});

test("many words together are no burden", async () => {
  await newStore();
  await makeTicket(app, owner, {
    subject: "Words",
    description: "a b c d e f g h i j k l m n o p q r s t u v w x y z",
  });
  expect(await ticketsOf("a b c d e f g h i j k l")).toEqual(["Words"]);
  expect(await ticketsOf("x ".repeat(100))).toEqual(["Words"]);
});

test("a blank or overlong search is refused with the reason", async () => {
  for (const [q, sentence] of [
    ["  ", "Type what to search for"],
    ["x".repeat(201), "Search for at most 200 characters"],
  ] as const) {
    await expect(find(q)).rejects.toMatchObject({ code: "input_invalid", data: { fields: { q: [sentence] } } });
  }
});

test("another store finds nothing", async () => {
  await newStore();
  await makeTicket(app, owner, { subject: "Pavillon", from: "pavillon@far.test" });
  await addOrder("99", null, { email: "pavillon@far.test" });
  const nothing = { items: [], hasMore: false };
  const all = { tickets: nothing, customers: nothing, orders: nothing, shownFor: null, unknown: [] };
  for (const typed of ["pavillon", "pavilon", "from:pavillon"]) {
    const { unknown, ...found } = await find(typed, await newOwner(app));
    expect({ ...found, unknown: [] }, typed).toEqual(all);
  }
});

test("words with hyphens are found in tickets, customers and orders", async () => {
  await newStore();
  await makeTicket(app, owner, { subject: "Torn", description: "My t-shirt came torn" });
  const customerId = await addCustomer("Jean-Luc Moreau", "jean-luc@moreau.test");
  await addOrder("DH-1042", customerId);
  expect(await ticketsOf("t-shirt")).toEqual(["Torn"]);
  expect((await find("jean-luc")).customers.items.map(({ name }) => name)).toEqual(["Jean-Luc Moreau"]);
  expect((await find("dh-1042")).orders.items.map(({ name }) => name)).toEqual(["#DH-1042"]);
});

test("a word that looks like a number with an exponent is still a word", async () => {
  await newStore();
  await makeTicket(app, owner, { subject: "Code 7e3a-61e9bx" });
  for (const typed of ["7e3a", "7e3", "7e3a-61e9b", "61e9bx code"])
    expect(await ticketsOf(typed), typed).toEqual(["Code 7e3a-61e9bx"]);
});
