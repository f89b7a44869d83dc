import { keyOf } from "@deskhand/contract/mentions/habits";
import { findNamedNumbers } from "@deskhand/contract/mentions/named-numbers";
import { foundOrdersSchema } from "@deskhand/contract/tracking";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantId } from "../../../platform/db/tenant.ts";
import { fromNow, msFromNow } from "../../../testing/from-now.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { customerReplies, makeTicket } from "../../../testing/test-desk.ts";
import { importCustomers } from "../../customers/index.ts";
import { findOrdersOfTicket } from "../../tracking/index.ts";
import { importOrders } from "../index.ts";
import { type Case, foundText, inAnyOrder, type StoreName } from "./cases/case-text.ts";
import { deedCases, ownerCases } from "./cases/deed-cases.ts";
import { laterCases } from "./cases/later-cases.ts";
import { doubtCases, lookalikeCases } from "./cases/lookalike-cases.ts";
import { addresses, ordersOf, storeNames } from "./cases/stores.ts";
import { unseenCases } from "./cases/unseen-cases.ts";
import { englishCases, languageCases, namingCases } from "./cases/wording-cases.ts";
import { findOrdersOf } from "./find-orders-of.ts";

let app: Desk;
type Store = { tenantId: TenantId; customers: Map<string, string> };
const stores = new Map<StoreName, Store>();
beforeAll(async () => {
  app = await openDesk();
  for (const store of storeNames) stores.set(store, await fillStore(store));
});
afterAll(() => app.stop());

async function fillStore(store: StoreName): Promise<Store> {
  const { id: tenantId } = await app.makeTenant();
  const customers = new Map([...new Set(Object.values(addresses))].map((email) => [email, newId()]));
  await app.services.db.withTenant(tenantId, async (tx) => {
    const rows = [...customers].map(([email, id]) => ({ id, name: email, email, created_at: "2026-01-01T00:00:00Z" }));
    await importCustomers(tx, rows);
    await importOrders(tx, ordersOf(store, customers, msFromNow({})));
  });
  return { tenantId, customers };
}

function storeOf(name: StoreName): Store {
  const store = stores.get(name);
  if (!store) throw new Error(`No store ${name}`);
  return store;
}

type Written = { texts: { text: string; isUnverified: boolean }[]; email: string | null };

function find(store: StoreName, { texts, email }: Written) {
  const { tenantId, customers } = storeOf(store);
  const customerId = email === null ? null : (customers.get(email) ?? null);
  return findOrdersOf((query) => app.services.db.read(tenantId, query), {
    texts: texts.map(({ text, isUnverified }) => ({ numbers: findNamedNumbers(text), isUnverified })),
    email,
    customerId,
    writtenAt: new Date(fromNow({})),
  });
}

async function tryCase([store, from, ...said]: Case): Promise<string> {
  const texts = said.slice(0, 2).map((text) => ({ text, isUnverified: from === "posing as jane" }));
  const found = await find(store, { texts, email: addresses[from] });
  return inAnyOrder(foundText(found));
}

const allCases: readonly Case[] = [
  ...englishCases,
  ...languageCases,
  ...namingCases,
  ...lookalikeCases,
  ...ownerCases,
  ...laterCases,
  ...unseenCases,
  ...deedCases,
  ...doubtCases,
];

test.each(allCases)("reads in store %s, from %s, %j %j: %s", async (...testCase) => {
  expect(await tryCase(testCase)).toBe(inAnyOrder(testCase[4]));
});

const janes = ["#1042", "1042", "order 1042", "Order #1043", "1Z999AA10123456784", "LL123456785CN", "order #2310"];
const writtenPiece = fc.oneof(
  fc.constantFrom(
    ...janes,
    "jane@customer.test",
    "I am Jane Doe",
    "certain",
    "\n",
    " ",
    ", ",
    " and ",
    "my order ",
    "# ",
  ),
  fc.integer({ min: 1000, max: 2420 }).map(String),
  fc.string({ unit: "binary", maxLength: 6 }),
);

test("never takes another person's order for certain or likely, whatever a stranger writes", async () => {
  const { tenantId } = storeOf("plain");
  const property = fc.asyncProperty(fc.array(writtenPiece, { maxLength: 30 }), async (parts) => {
    const texts = [parts.slice(0, 3).join(""), parts.join(" ")].map((text) => ({ text, isUnverified: false }));
    for (const from of ["nobody", "guest", "bob"] as const) {
      const { orders } = await find("plain", { texts, email: addresses[from] });
      const sure = orders.filter(({ certainty }) => certainty !== "other").map(({ orderId }) => orderId);
      const ownOrders = await app.asOwner<{ id: string }>(
        "select id from shopify_orders where email = $1",
        [addresses[from]],
        tenantId,
      );
      expect(ownOrders.map(({ id }) => id)).toEqual(expect.arrayContaining(sure));
    }
    const posed = texts.map(({ text }) => ({ text, isUnverified: true }));
    const { orders } = await find("plain", { texts: posed, email: addresses.jane });
    expect(orders.filter(({ certainty }) => certainty === "certain")).toEqual([]);
  });
  await fc.assert(property);
});

test("finds an order that a stranger mentions, but marks it as another address's", async () => {
  const texts = [{ text: "Order #1042, parcel LL123456785CN", isUnverified: false }];
  const { orders, notFound } = await find("plain", { texts, email: addresses.nobody });
  expect({ orders: orders.map(({ orderId, ...rest }) => rest), notFound }).toEqual({
    orders: [
      { name: "#1042", certainty: "other", because: "named", doubt: "another_address", words: ["#1042"] },
      {
        name: "#1043",
        certainty: "other",
        because: "tracking_number",
        doubt: "another_address",
        words: ["LL123456785CN"],
      },
    ],
    notFound: [],
  });
});

test("reports at most 20 of a mail's ten thousand numbers, those that it calls orders first", async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `#${index}`).join(" ");
  const texts = [`Order #1042 ${many}`, many].map((text) => ({ text, isUnverified: false }));
  const { orders, notFound } = await find("plain", { texts, email: addresses.jane });
  expect(orders[0]).toMatchObject({ name: "#1042", certainty: "certain" });
  expect(orders.length + notFound.length).toBeLessThan(21);
});

test("lists the sender's own order first, whatever numbers precede it in the mail", async () => {
  const many = Array.from({ length: 120 }, (_, index) => `#${1101 + index}`).join(", ");
  const texts = [{ text: `${many}, #1042`, isUnverified: false }];
  const { orders } = await find("plain", { texts, email: addresses.jane });
  expect(orders.map(({ name, certainty, because }) => [name, certainty, because]).slice(0, 2)).toEqual([
    ["#1042", "certain", "named"],
    [expect.any(String), "other", "named"],
  ]);
});

test.each([
  ["refunded", "78001", "78002"],
  ["voided", "78003", "78004"],
  ["cancelled", "78005", "78006"],
  ["delivered", "78007", "78008"],
])("does not treat an order that is %s as open", async (state, done, open) => {
  const { tenantId } = storeOf("plain");
  const email = `${state}@customer.test`;
  const order = (number: string) => ({
    id: newId(),
    shopify_order_id: number,
    order_number: number,
    name: `#${number}`,
    email,
    currency: "USD",
    shopify_created_at: fromNow({ days: -1 }),
    lineItems: [],
    fulfillments: [],
  });
  const at = fromNow({});
  const changes = {
    refunded: { financial_status: "refunded" },
    voided: { financial_status: "voided" },
    cancelled: { cancelled_at: at },
    delivered: {
      fulfillment_status: "fulfilled",
      fulfillments: [{ id: newId(), status: "success", shopify_created_at: at, delivered_at: at }],
    },
  }[state];
  const orders = [{ ...order(done), ...changes }, order(open)];
  await app.services.db.withTenant(tenantId, (tx) => importOrders(tx, orders));
  const { orders: found } = await find("plain", { texts: [{ text: "Where is it?", isUnverified: false }], email });
  expect(found).toMatchObject([{ name: `#${open}`, because: "only_open" }]);
});

const names = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."#-_ ./1234567890AbzÄéКİ№中"), minLength: 1, maxLength: 20 }),
  fc.string({ unit: "binary", minLength: 1, maxLength: 10 }).map((text) => text.replaceAll("\0", "").toWellFormed()),
);
test("the server and the database make the same key of a name", async () => {
  const sampleNames = fc.sample(names, 500);
  const rows = await app.asOwner<{ key: string }>("select order_key(name) as key from unnest($1::text[]) as name", [
    sampleNames,
  ]);
  expect(rows.map(({ key }) => key)).toEqual(sampleNames.map(keyOf));
});

/** Returns the orders found for a ticket of the plain store. */
async function ordersFoundFor(ticketId: string): Promise<string> {
  const { tenantId } = storeOf("plain");
  const found = await findOrdersOfTicket((query) => app.services.db.read(tenantId, query), ticketId);
  return foundText(foundOrdersSchema.parse(found));
}

test("finds a ticket's orders in its subject and its customer's messages", async () => {
  const plain = storeOf("plain");
  const from = addresses.jane;
  const ticket = await makeTicket(app, plain, { from, subject: "Late", description: "Order #1042" });
  expect(await ordersFoundFor(ticket.id)).toBe("certain #1042");
  await customerReplies(app, plain, ticket.id, "And order #1043, please.");
  await customerReplies(app, plain, ticket.id, "I am out of office. Order #2310", { isAutomatic: true });
  expect(await ordersFoundFor(ticket.id)).toBe("certain #1042, certain #1043");
});

test("finds nothing certain when the writer is unverified", async () => {
  const from = addresses.jane;
  const posed = { from, subject: "Order #1042", isUnverified: true };
  const ticket = await makeTicket(app, storeOf("plain"), posed);
  expect(await ordersFoundFor(ticket.id)).toBe("likely #1042");
});

test.each([
  [false, "likely #1042"],
  [true, "certain #1042"],
])("finds orders in a mail that another address wrote (the store's own: %s): %s", async (isStores, found) => {
  const plain = storeOf("plain");
  const from = addresses.jane;
  const writtenFrom = { email: "else@where.test", isStores };
  const ticket = await makeTicket(app, plain, { from, subject: "Order #1042", writtenFrom });
  expect(await ordersFoundFor(ticket.id)).toBe(found);
  await customerReplies(app, plain, ticket.id, "And order #1043, please.", { writtenFrom });
  expect(await ordersFoundFor(ticket.id)).toBe(`${found}, ${found.replace("1042", "1043")}`);
  const own = await makeTicket(app, plain, { from, subject: "Late", description: "Order #1043", writtenFrom });
  await customerReplies(app, plain, own.id, "It was order #1042.");
  expect(await ordersFoundFor(own.id)).toContain("certain #1042");
});

test("finds an order placed after the mail when the ticket is opened again", async () => {
  const plain = storeOf("plain");
  const email = "late@customer.test";
  const ticket = await makeTicket(app, plain, { from: email, subject: "Order #77001", description: "Where is it?" });
  expect(await ordersFoundFor(ticket.id)).toBe("no #77001");
  const order = { id: newId(), shopify_order_id: "77001", order_number: "77001", name: "#77001", email };
  const placed = { shopify_created_at: fromNow({}), currency: "USD", lineItems: [], fulfillments: [] };
  await app.services.db.withTenant(plain.tenantId, (tx) => importOrders(tx, [{ ...order, ...placed }]));
  expect(await ordersFoundFor(ticket.id)).toBe("certain #77001");
});

test("finds no orders for a missing ticket", async () => {
  await expect(ordersFoundFor(newId())).rejects.toMatchObject({ code: "ticket_not_found" });
});
