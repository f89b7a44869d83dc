import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { orderOf } from "../../../testing/full-desk.ts";
import { allScopes, connectByOAuth } from "../../../testing/store/open-shopify.ts";
import { openShopifyDesk, type ShopifyDesk } from "../../../testing/store/shopify-desk.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import { newAddress, newOwner, type Person } from "../../../testing/test-people.ts";
import { dropGoneCustomers } from "../../customers/index.ts";
import { importOrders } from "../../orders/index.ts";
import { openStore } from "./open-store.ts";

let app: ShopifyDesk;
beforeAll(async () => {
  app = await openShopifyDesk();
});
afterAll(() => app.stop());

let admin: Person;
let shopDomain = "";
beforeEach(async () => {
  admin = await newOwner(app);
  shopDomain = app.newShop();
});
afterEach(() => app.shopify.faults.clear());

const state = async () => (await admin.api.shopify.status()).state;

/** Makes a customer of the store with an order. */
async function customerOfStore(email = newAddress("customer")): Promise<string> {
  const { id } = await admin.api.customers.create({ email, name: "Jo Doe" });
  await app.db.withTenant(admin.tenantId, async (tx) => {
    await tx
      .updateTable("customers")
      .set({ shopify_customer_id: id, total_orders: 2, total_spent: "20.50", last_order_date: sql`now()` })
      .where("id", "=", id)
      .execute();
    await importOrders(tx, [{ ...orderOf(id, randomUUID()), id: newId() }]);
  });
  return id;
}

/** How many rows of the store are left in each table. */
const left = async () => {
  const tables = ["shopify_stores", "shopify_orders", "shopify_order_line_items", "shopify_order_fulfillments"];
  const counts = tables.map((table) => `(select count(*)::int from ${table} where client_id = $1) as ${table}`);
  const [row] = await app.asOwner<Record<string, number>>(`select ${counts}`, [admin.tenantId], admin.tenantId);
  return Object.values(row ?? {}).reduce((sum, count) => sum + count, 0);
};

test("removes the app from the store, and deletes credentials, orders and customers without tickets", async () => {
  await connectByOAuth(admin, shopDomain);
  const writes = newAddress("writes");
  const [buys, both] = [await customerOfStore(), await customerOfStore(writes)];
  const own = await admin.api.customers.create({ email: newAddress("own"), name: "By Hand" });
  const ticket = await makeTicket(app, admin, { from: writes });
  expect(await left()).toBeGreaterThan(5);

  expect(await admin.api.shopify.disconnect()).toEqual({ shopDomain, isTold: true });
  expect(await left()).toBe(0);
  expect(await admin.api.shopify.status()).toMatchObject({ state: "none", shopDomain: null, adminUrl: null });
  expect(await openStore(app.services, admin.tenantId)).toBeNull();
  expect(app.shopify.store(shopDomain).state.tokens).toEqual([]);
  await expect(admin.api.customers.get({ id: buys })).rejects.toMatchObject({ code: "customer_not_found" });
  expect(await admin.api.customers.get({ id: both })).toMatchObject({
    name: "Jo Doe",
    email: writes,
    ticketCount: 1,
    orderCount: 0,
    shopifyCustomerId: null,
    totalOrders: 0,
    totalSpent: "0",
    lastOrderAt: null,
  });
  expect(await admin.api.customers.get({ id: own.id })).toMatchObject({ name: "By Hand" });
  expect(await admin.api.tickets.get({ id: ticket.id })).toMatchObject({ customerId: both });
  const [audited] = await app.asOwner(
    "select subject_id, details from audit_log where action = 'store.disconnected'",
    [],
    admin.tenantId,
  );
  expect(audited).toEqual({
    subject_id: shopDomain,
    details: { orders: 2, customers: { deleted: 1, kept: 1 }, isTold: true },
  });
  const events = await app.asOwner<{ payload: object }>(
    "select payload from events where type = 'store.changed' order by number",
    [],
    admin.tenantId,
  );
  expect(events.map(({ payload }) => payload)).toEqual([{ isConnected: true }, { isConnected: false }]);
});

test.each([
  ["the store is disconnected", () => admin.api.shopify.disconnect()],
  [
    "the store no longer has them",
    () => app.db.withTenant(admin.tenantId, (tx) => dropGoneCustomers(tx, ["77", "78"])),
  ],
])("deletes the store's values of a customer when %s, and keeps what was entered here", async (_what, gone) => {
  await connectByOAuth(admin, shopDomain);
  const [email, other] = [newAddress("said"), newAddress("entered")];
  const [said, entered] = [await customerOfStore(email), await customerOfStore(other)];
  for (const address of [email, other]) await makeTicket(app, admin, { from: address });
  await app.asOwner(
    `update customers set shopify_customer_id = '77', shopify_updated_at = now(),
      shopify_values = '{"name": "Jo", "email": "jo@store.test", "phone": "+4912345"}', phone = '+4912345' where id = $1`,
    [said],
    admin.tenantId,
  );
  await app.asOwner(
    `update customers set shopify_customer_id = '78', shopify_values = '{"phone": "+4912345"}', phone = '+49777'
      where id = $1`,
    [entered],
    admin.tenantId,
  );
  await gone();
  const [row] = await app.asOwner("select * from customers where id = $1", [said], admin.tenantId);
  expect(row).toMatchObject({
    name: "Jo Doe",
    email,
    phone: null,
    shopify_customer_id: null,
    shopify_values: null,
    shopify_updated_at: null,
    total_orders: 0,
    last_order_date: null,
  });
  expect(await admin.api.customers.get({ id: entered })).toMatchObject({ phone: "+49777" });
});

test("deletes nothing of other tenants", async () => {
  const other = await newOwner(app);
  const foreign = app.newShop();
  await connectByOAuth(other, foreign);
  await connectByOAuth(admin, shopDomain);
  const customer = await other.api.customers.create({ email: newAddress("theirs") });
  await app.db.withTenant(other.tenantId, (tx) => importOrders(tx, [orderOf(customer.id, randomUUID())]));
  await admin.api.shopify.disconnect();
  expect(await other.api.shopify.status()).toMatchObject({ state: "connected", shopDomain: foreign });
  expect(await other.api.shopify.counts()).toEqual({ customers: 1, orders: 1 });
});

test("lets the store be connected again, here or elsewhere", async () => {
  await connectByOAuth(admin, shopDomain);
  await admin.api.shopify.disconnect();
  await expect(admin.api.shopify.disconnect()).rejects.toMatchObject({ code: "store_not_connected" });
  const other = await newOwner(app);
  expect((await connectByOAuth(other, shopDomain)).get("oauth_success")).toBe("true");
  expect((await connectByOAuth(admin, app.newShop())).get("oauth_success")).toBe("true");
});

test("forgets a pasted token here, and leaves it valid at the store", async () => {
  const { accessToken } = app.shopify.store(shopDomain).addToken(allScopes, { isCustom: true });
  await admin.api.shopify.save({ shopDomain, accessToken });
  expect(await admin.api.shopify.disconnect()).toEqual({ shopDomain, isTold: true });
  expect(app.shopify.store(shopDomain).state.tokens).toHaveLength(1);
});

test.each(["500", "cut", "html", "429"] as const)("disconnects although the store answers with %s", async (kind) => {
  await connectByOAuth(admin, shopDomain);
  app.shopify.faults.add({ kind, shop: shopDomain });
  expect(await admin.api.shopify.disconnect()).toEqual({ shopDomain, isTold: false });
  expect(await state()).toBe("none");
});

test("disconnects a store that has removed the app already", async () => {
  await connectByOAuth(admin, shopDomain);
  app.shopify.store(shopDomain).revokeTokens();
  await expect(admin.api.shopify.testSaved()).rejects.toMatchObject({ code: "store_refused" });
  expect(await state()).toBe("reconnect");
  expect(await admin.api.shopify.disconnect()).toEqual({ shopDomain, isTold: true });
  expect(await state()).toBe("none");
});

test("disconnects once when asked twice at once", async () => {
  await connectByOAuth(admin, shopDomain);
  const outcomes = await Promise.allSettled([admin.api.shopify.disconnect(), admin.api.shopify.disconnect()]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
