import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { orderOf } from "../../../testing/full-desk.ts";
import { holdRows } from "../../../testing/hold-rows.ts";
import { connectByOAuth } from "../../../testing/store/open-shopify.ts";
import { openShopifyDesk, type ShopifyDesk } from "../../../testing/store/shopify-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { newAddress, newOwner, type Person } from "../../../testing/test-people.ts";
import { importOrders } from "../../orders/index.ts";

let app: ShopifyDesk;
let admin: Person;
beforeEach(async () => {
  app = await openShopifyDesk();
  admin = await newOwner(app);
  await connectByOAuth(admin, app.newShop());
  // Waits for the work that follows a connection, so that only the tests hold locks.
  await until(async () => (await admin.api.shopify.status()).lastSyncAt !== null);
  await app.services.jobs.stop();
});
afterEach(() => app.stop());

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

test("keeps a customer who gets a ticket at this moment", async () => {
  const email = newAddress("just-now");
  const id = await customerOfStore(email);
  const { services } = app;
  // As opening a ticket for the customer holds them.
  const rowLock = await holdRows(services.db.pool, admin, "select from customers where id = $1 for key share", [id]);
  const disconnecting = admin.api.shopify.disconnect();
  await rowLock.untilWaiting(1);
  const ticketId = newId();
  await rowLock.run(
    "insert into support_tickets (client_id, id, ticket_number, subject, description, preview, source, customer_id) values ($1, $2, 9999, 'Hello', '', '', 'email', $3)",
    [admin.tenantId, ticketId, id],
  );
  await rowLock.release();
  await disconnecting;
  expect(await admin.api.customers.get({ id })).toMatchObject({ email, shopifyCustomerId: null, ticketCount: 1 });
});

test("waits for writes of the store's data, and deletes them too", async () => {
  const id = await customerOfStore();
  const rowLock = await holdRows(app.services.db.pool, admin, "select from shopify_stores for key share", []);
  const disconnecting = admin.api.shopify.disconnect();
  await rowLock.untilWaiting(1);
  await rowLock.run("update shopify_orders set name = '#7' where customer_id = $1", [id]);
  await rowLock.release();
  await disconnecting;
  expect(await left()).toBe(0);
});

test("waits for an erasure under way", async () => {
  const id = await customerOfStore();
  // As an erasure locks the store's data, then the customer, then their orders.
  const lock = "select pg_advisory_xact_lock(hashtextextended($1, 0))";
  const rowLock = await holdRows(app.services.db.pool, admin, lock, [`${admin.tenantId}:store-data`]);
  await rowLock.run("select from customers where id = $1 for update", [id]);
  const disconnecting = admin.api.shopify.disconnect();
  await rowLock.untilWaiting(1);
  await rowLock.run("update shopify_orders set email = null where customer_id = $1", [id]);
  await rowLock.release();
  await disconnecting;
  expect(await left()).toBe(0);
});
