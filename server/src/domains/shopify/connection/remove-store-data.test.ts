import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { orderOf } from "../../../testing/full-desk.ts";
import { allScopes } from "../../../testing/store/open-shopify.ts";
import { openShopifyDesk, type ShopifyDesk } from "../../../testing/store/shopify-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import { newAddress, newOwner, type Person } from "../../../testing/test-people.ts";
import { importOrders } from "../../orders/index.ts";
import { openStore } from "./open-store.ts";
import { findForgottenRemovals, removeStoreData, rowsPerBatch } from "./remove-store-data.ts";

let app: ShopifyDesk;
const people: Person[] = [];
let admin: Person;
let shopDomain = "";
beforeAll(async () => {
  app = await openShopifyDesk({ throttle: { isOn: false } });
  while (people.length < 8) people.push(await newOwner(app));
  // Each test decides itself when the removal continues, and how far.
  await app.services.jobs.stop();
});
afterAll(() => app.stop());
beforeEach(async () => {
  admin = another();
  shopDomain = app.newShop();
});

const another = () => people.pop() ?? expect.fail("too few signed up");
const save = (domain = shopDomain) => {
  const { accessToken } = app.shopify.store(domain).addToken(allScopes, { isCustom: true });
  return admin.api.shopify.save({ shopDomain: domain, accessToken });
};
const goOn = (atMost?: number) => removeStoreData(app.services, admin.tenantId, atMost);
const isRemoving = async () => (await admin.api.shopify.status()).isRemoving;
const audited = async () =>
  (
    await app.asOwner<{ action: string; details: object }>(
      "select action, details from audit_log where action in ('store.disconnected', 'store.data-removed') order by created_at, id",
      [],
      admin.tenantId,
    )
  ).map(({ action, details }) => [action, details]);
/** How many rows are left, whoever may see them. */
const left = async () => {
  const tables = ["shopify_orders", "shopify_order_line_items", "shopify_order_fulfillments", "shopify_order_refunds"];
  const counts = tables.map((table) => `(select count(*)::int from ${table} where client_id = $1) as ${table}`);
  const [row = {}] = await app.asOwner<Record<string, number>>(`select ${counts}`, [admin.tenantId], admin.tenantId);
  return Object.values(row).reduce((sum, count) => sum + count, 0);
};

/**
 * A connected store with more data than one batch: two customers with an order each, one of them with a ticket, and
 * many guests' orders.
 */
async function openLargeStore(guests = rowsPerBatch + 500) {
  await save();
  const [known, gone] = [newAddress("known"), newAddress("gone")];
  for (const email of [known, gone]) {
    const { id } = await admin.api.customers.create({ email, name: "Jo Doe" });
    await app.db.withTenant(admin.tenantId, async (tx) => {
      await tx
        .updateTable("customers")
        .set({ shopify_customer_id: id, total_orders: 1 })
        .where("id", "=", id)
        .execute();
      await importOrders(tx, [{ ...orderOf(id, randomUUID()), id: newId() }]);
    });
  }
  const ticket = await makeTicket(app, admin, { from: known });
  await app.asOwner(
    `with placed as (
       insert into shopify_orders (client_id, id, shopify_order_id, order_number, name, currency, shopify_created_at)
       select $1, gen_random_uuid(), n::text, n::text, '#' || n, 'EUR', now() from generate_series(1, $2::int) n returning id)
     insert into shopify_order_line_items (client_id, id, order_id, position, title, quantity)
     select $1, gen_random_uuid(), id, 0, 'Lamp', 1 from placed`,
    [admin.tenantId, guests],
    admin.tenantId,
  );
  return { known, gone, ticket, guests };
}

const customers = async () => (await admin.api.customers.list({})).items.map(({ email }) => email);

test("deletes a large store in batches, and hides all of it from the first moment", async () => {
  const { known, ticket, guests } = await openLargeStore();
  const [order] = (await admin.api.orders.list({})).items;
  expect(await admin.api.shopify.disconnect()).toEqual({ shopDomain, isTold: true });
  expect(await left()).toBeGreaterThan(0);
  expect(await admin.api.shopify.status()).toMatchObject({ state: "none", shopDomain: null, isRemoving: true });
  expect(await openStore(app.services, admin.tenantId)).toBeNull();
  expect((await admin.api.orders.list({})).items).toEqual([]);
  expect((await admin.api.orders.list({ search: "7" })).items).toEqual([]);
  expect((await admin.api.search.find({ q: "#7" })).orders.items).toEqual([]);
  expect((await admin.api.orders.stats()).totalOrders).toBe(0);
  await expect(admin.api.orders.get({ id: order?.id ?? "" })).rejects.toMatchObject({ code: "order_not_found" });
  await expect(admin.api.tracking.look({ ticketId: ticket.id, orderNumber: "#7" })).rejects.toMatchObject({
    code: "tracked_order_not_found",
  });
  expect(await audited()).toEqual([["store.disconnected", { isTold: true }]]);

  await goOn(200);
  expect(await left()).toBe(0);
  expect(await isRemoving()).toBe(false);
  expect(await customers()).toEqual([known]);
  expect((await audited())[1]).toEqual([
    "store.data-removed",
    { orders: guests + 2, customers: { deleted: 1, kept: 1 } },
  ]);
  await goOn();
  expect(await audited()).toHaveLength(2);
});

test.each([
  ["the same store", () => shopDomain],
  ["another store", () => app.newShop()],
])("refuses to connect %s during a removal, and deletes nothing of it afterwards", async (_which, domainOf) => {
  await openLargeStore();
  const domain = domainOf();
  await admin.api.shopify.disconnect();
  const refusal = { code: "store_being_removed" };
  await expect(save(domain)).rejects.toMatchObject(refusal);
  await expect(admin.api.shopify.connect({ shopDomain: domain })).rejects.toMatchObject(refusal);
  await goOn();
  expect(await left()).toBe(0);
  expect((await save(domain)).state).toBe("connected");
  await app.db.withTenant(admin.tenantId, (tx) =>
    importOrders(tx, [{ ...orderOf("", randomUUID()), customer_id: null }]),
  );
  // A late or repeated job finds nothing to delete.
  await goOn();
  expect((await admin.api.orders.list({})).items).toHaveLength(1);
});

test("resumes an interrupted removal, with a new job if its own is lost", async () => {
  const { guests } = await openLargeStore(rowsPerBatch + 300);
  await admin.api.shopify.disconnect();
  const rest = await left();
  await app.asOwner("create function no_more() returns trigger language plpgsql as $$ begin raise 'ended'; end $$");
  const trigger = (table: string) =>
    `create trigger no_more before insert on ${table} for each row when (new.action = 'store.data-removed') execute function no_more()`;
  await app.asOwner(trigger("audit_log"));
  // Only the last batch is undone.
  await expect(goOn(100)).rejects.toThrow("ended");
  await app.asOwner("drop trigger no_more on audit_log");
  expect(await left()).toBeLessThan(rest);
  expect(await isRemoving()).toBe(true);
  const jobs = () =>
    app.asOwner("select from pgboss.job where name = 'shopify.remove' and data ->> 'tenantId' = $1", [admin.tenantId]);
  const before = (await jobs()).length;
  await findForgottenRemovals.work(app.services);
  expect(await jobs()).toHaveLength(before + 1);
  await goOn(100);
  expect(await left()).toBe(0);
  expect((await audited())[1]).toEqual([
    "store.data-removed",
    { orders: guests + 2, customers: { deleted: 1, kept: 1 } },
  ]);
  await findForgottenRemovals.work(app.services);
  expect(await jobs()).toHaveLength(before + 1);
});

test("deletes each row once when two jobs run at once", async () => {
  const { guests } = await openLargeStore();
  await admin.api.shopify.disconnect();
  await Promise.all([goOn(50), goOn(50)]);
  expect((await audited()).slice(1)).toEqual([
    ["store.data-removed", { orders: guests + 2, customers: { deleted: 1, kept: 1 } }],
  ]);
});

test("still shows another tenant's orders", async () => {
  const other = another();
  await app.db.withTenant(other.tenantId, (tx) =>
    importOrders(tx, [{ ...orderOf("", randomUUID()), customer_id: null }]),
  );
  await openLargeStore();
  await admin.api.shopify.disconnect();
  expect((await other.api.orders.list({})).items).toHaveLength(1);
  expect(await isRemoving()).toBe(true);
  await goOn();
  expect((await other.api.orders.list({})).items).toHaveLength(1);
});

test("completes by the job that the request queues", async () => {
  const working = await openShopifyDesk();
  try {
    const mine = await newOwner(working);
    const domain = working.newShop();
    const { accessToken } = working.shopify.store(domain).addToken(allScopes, { isCustom: true });
    await mine.api.shopify.save({ shopDomain: domain, accessToken });
    await working.asOwner(
      `insert into shopify_orders (client_id, id, shopify_order_id, order_number, name, currency, shopify_created_at)
       select $1, gen_random_uuid(), n::text, n::text, '#' || n, 'EUR', now() from generate_series(1, $2::int) n`,
      [mine.tenantId, rowsPerBatch + 1],
      mine.tenantId,
    );
    await mine.api.shopify.disconnect();
    await until(async () => !(await mine.api.shopify.status()).isRemoving);
  } finally {
    await working.stop();
  }
});
