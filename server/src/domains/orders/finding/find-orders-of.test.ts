import { foundOrdersSchema } from "@deskhand/contract/tracking";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantId } from "../../../platform/db/tenant.ts";
import { makeTestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { customerReplies, makeTicket } from "../../../testing/test-desk.ts";
import { importCustomers } from "../../customers/index.ts";
import { findOrdersOfTicket, importOrders } from "../index.ts";
import type { Case, StoreName } from "./cases/case.ts";
import { englishCases } from "./cases/english-cases.ts";
import { foundText, inAnyOrder } from "./cases/found-text.ts";
import { languageCases } from "./cases/language-cases.ts";
import { laterCases } from "./cases/later-cases.ts";
import { lookalikeCases } from "./cases/lookalike-cases.ts";
import { namingCases } from "./cases/naming-cases.ts";
import { ownerCases } from "./cases/owner-cases.ts";
import { addresses, ordersOf, storeNames } from "./cases/stores.ts";
import { findOrdersOf, type Mail } from "./find-orders-of.ts";

let app: Desk;
type Store = { tenantId: TenantId; customers: Map<string, string> };
const stores = new Map<StoreName, Store>();
beforeAll(async () => {
  app = await openDesk();
  for (const store of storeNames) stores.set(store, await fillStore(store));
}, 60_000);
afterAll(() => app.stop());

async function fillStore(store: StoreName): Promise<Store> {
  const { id: tenantId } = await makeTestTenant(app.ownerUrl);
  const customers = new Map([...new Set(Object.values(addresses))].map((email) => [email, newId()]));
  await app.services.db.withTenant(tenantId, async (tx) => {
    const rows = [...customers].map(([email, id]) => ({ id, name: email, email, created_at: "2026-01-01T00:00:00Z" }));
    await importCustomers(tx, rows);
    await importOrders(tx, ordersOf(store, customers, Date.now()));
  });
  return { tenantId, customers };
}

function storeOf(name: StoreName): Store {
  const store = stores.get(name);
  if (!store) throw new Error(`No store ${name}`);
  return store;
}

function find(store: StoreName, mail: Pick<Mail, "texts" | "email">) {
  const { tenantId, customers } = storeOf(store);
  const customerId = mail.email === null ? null : (customers.get(mail.email) ?? null);
  return findOrdersOf((query) => app.services.db.read(tenantId, query), { ...mail, customerId, writtenAt: new Date() });
}

async function tryCase([store, from, ...said]: Case): Promise<string> {
  const texts = said.slice(0, 2).map((text) => ({ text, isUnverified: from === "posing as jane" }));
  const found = await find(store, { texts, email: addresses[from] });
  return inAnyOrder(foundText(found));
}

const all: readonly Case[] = [
  ...englishCases,
  ...languageCases,
  ...namingCases,
  ...lookalikeCases,
  ...ownerCases,
  ...laterCases,
];

test.each(all)("%s: %s writes %j %j: %s", async (...one) => {
  expect(await tryCase(one)).toBe(inAnyOrder(one[4]));
});

/** What is found of a ticket of the plain store. */
async function ofTicket(ticketId: string): Promise<string> {
  const { tenantId } = storeOf("plain");
  const found = await findOrdersOfTicket((query) => app.services.db.read(tenantId, query), ticketId);
  return foundText(foundOrdersSchema.parse(found));
}

test("a ticket's orders are found in its subject and in all that its customer wrote", async () => {
  const plain = storeOf("plain");
  const from = addresses.jane;
  const ticket = await makeTicket(app, plain, { from, subject: "Late", description: "Order #1042" });
  expect(await ofTicket(ticket.id)).toBe("certain #1042");
  await customerReplies(app, plain, ticket.id, "And order #1043, please.");
  await customerReplies(app, plain, ticket.id, "I am out of office. Order #2310", { isAutomatic: true });
  expect(await ofTicket(ticket.id)).toBe("certain #1042, certain #1043");
});

test("where nobody can say who wrote, nothing is certain", async () => {
  const from = addresses.jane;
  const posed = { from, subject: "Order #1042", isUnverified: true };
  const ticket = await makeTicket(app, storeOf("plain"), posed);
  expect(await ofTicket(ticket.id)).toBe("likely #1042");
});

test("an order that comes after the mail is found when the ticket is opened again", async () => {
  const plain = storeOf("plain");
  const email = "late@customer.test";
  const ticket = await makeTicket(app, plain, { from: email, subject: "Order #77001", description: "Where is it?" });
  expect(await ofTicket(ticket.id)).toBe("no #77001");
  const order = { id: newId(), shopify_order_id: "77001", order_number: "77001", name: "#77001", email };
  const placed = { shopify_created_at: new Date().toISOString(), currency: "USD", lineItems: [], fulfillments: [] };
  await app.services.db.withTenant(plain.tenantId, (tx) => importOrders(tx, [{ ...order, ...placed }]));
  expect(await ofTicket(ticket.id)).toBe("certain #77001");
});

test("no ticket has no orders", async () => {
  await expect(ofTicket(newId())).rejects.toMatchObject({ code: "ticket_not_found" });
});
