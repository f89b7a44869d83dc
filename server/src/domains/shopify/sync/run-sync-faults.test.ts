import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openShopifyDesk, type ShopifyDesk } from "../../../testing/store/shopify-desk.ts";
import { completed, openSyncStore, type SyncStore } from "../../../testing/store/sync-store.ts";
import { until } from "../../../testing/take-mail.ts";
import { syncJobs } from "../job-kinds.ts";
import { ordersPerRequest } from "./order-query.ts";
import { reconcileStores } from "./sync.jobs.ts";

let app: ShopifyDesk;
beforeAll(async () => {
  app = await openShopifyDesk({ throttle: { isOn: false, restoreRate: 5_000 } });
});
afterAll(() => app.stop());

let shop: SyncStore;
beforeEach(async () => {
  shop = await openSyncStore(app);
});
afterEach(() => app.shopify.faults.clear());

test.each([
  { kind: "429", count: 2, delay: 0 },
  { kind: "500", count: 2 },
  { kind: "502", count: 1 },
  { kind: "cut", count: 2 },
  { kind: "truncated", count: 2 },
  { kind: "html", count: 1 },
  { kind: "throttled", count: 2 },
] as const)("asks a store that answers $kind in between again, and loses or doubles nothing", async (fault) => {
  await shop.connect();
  shop.place(30);
  shop.store.meet({ ...fault, after: 2 });
  expect(await shop.sync("full")).toMatchObject(completed(30));
  expect(await shop.countOrders()).toBe(30);
});

test.each([
  ["once", { count: 1, after: 1 }],
  ["always", {}],
])(
  "survives a store that %s answers with null wherever it may, and takes no order from its customer",
  async (_, often) => {
    await shop.connect();
    const { id: customerId } = shop.store.createCustomer({ firstName: "Ann", lastName: "Ash", email: "ann@ash.test" });
    const many = Array.from({ length: 9 }, (_, at) => ({ title: `Bead ${at}`, price: "1.00" }));
    shop.store.createOrder({ customerId, email: "ann@ash.test", lineItems: many });
    shop.place(20);
    await shop.sync("full");
    const owned = () =>
      shop.rows(`select count(*)::int as orders, sum((select count(*) from shopify_order_line_items where order_id = o.id))::int
        as items from shopify_orders o where customer_id is not null and email = 'ann@ash.test'`);
    expect(await owned()).toEqual([{ orders: 1, items: 9 }]);
    shop.store.meet({ kind: "nulls", ...often });
    expect(await shop.sync("full")).toMatchObject(completed(21));
    expect(await owned()).toEqual([{ orders: 1, items: 9 }]);
  },
);

test("fails in plain words when the store stays away, and keeps earlier pages", async () => {
  await shop.connect();
  shop.place(30);
  shop.store.meet({ kind: "500", after: 3 });
  expect(await shop.sync("full")).toMatchObject({
    success: false,
    state: "failed",
    message: "Sync failed",
    ordersFetched: 2 * ordersPerRequest,
    ordersSynced: 2 * ordersPerRequest,
    error: "Shopify could not be reached. Try again in a moment",
  });
  expect(await shop.countOrders()).toBe(2 * ordersPerRequest);
  app.shopify.faults.clear();
  expect(await shop.sync("full")).toMatchObject(completed(30));
});

test("ends when the token is withdrawn in between, and asks for reconnection", async () => {
  await shop.connect();
  shop.place(30);
  shop.store.meet({ kind: "slow", delay: 100 });
  await shop.admin.api.syncs.start({ kind: "full" });
  await until(async () => ((await shop.countOrders()) ?? 0) >= ordersPerRequest);
  shop.store.revokeTokens();
  await shop.ended();
  expect(await shop.newest()).toMatchObject({
    success: false,
    error: "Shopify no longer accepts the access token. Connect the store again",
  });
  expect((await shop.admin.api.shopify.status()).state).toBe("reconnect");
  await expect(shop.admin.api.syncs.start({ kind: "full" })).rejects.toMatchObject({
    code: "store_needs_reconnecting",
  });
  app.shopify.faults.clear();
  await shop.connect();
  expect(await shop.sync("full")).toMatchObject(completed(30));
});

test("resumes an interrupted backfill where it was, counting its orders once", async () => {
  shop.place(30);
  shop.store.meet({ kind: "slow", delay: 100 });
  await shop.save();
  await until(async () => ((await shop.countOrders()) ?? 0) >= ordersPerRequest);
  shop.store.revokeTokens();
  await shop.ended();
  expect(await shop.newest()).toMatchObject({ kind: "backfill", state: "failed" });
  app.shopify.faults.clear();
  await shop.save();
  await until(async () => (await shop.newest())?.state === "completed");
  expect((await shop.list()).history).toMatchObject([{ kind: "backfill", ...completed(30) }]);
  expect(await shop.countOrders()).toBe(30);
});

test("tries a failed backfill again after an hour", async () => {
  await shop.connect();
  const failed = async (minutes: number) => {
    const fail =
      "update shopify_syncs set state = 'failed', fault = 'Away', finished_at = now() - make_interval(mins => $1)";
    await shop.rows(fail, [minutes]);
    await reconcileStores.work(app.services);
    await until(async () => (await shop.rows("select from shopify_syncs where state = 'running'")).length === 0);
    return (await shop.newest())?.state;
  };
  expect(await failed(5)).toBe("failed");
  expect(await failed(61)).toBe("completed");
});

test("leaves and adds nothing when the store is disconnected in between", async () => {
  await shop.connect();
  shop.place(40);
  shop.store.meet({ kind: "slow", delay: 100 });
  await shop.admin.api.syncs.start({ kind: "full" });
  await until(async () => ((await shop.countOrders()) ?? 0) > 0);
  await shop.admin.api.shopify.disconnect();
  // Jobs under way when it was disconnected have ended as well.
  const inHand = "select from pgboss.job where name = $1 and state < 'completed'";
  await until(async () => (await app.asOwner(inHand, [syncJobs.asked.name])).length === 0);
  expect(await shop.countOrders()).toBe(0);
  expect(await shop.admin.api.syncs.list()).toEqual({ running: [], history: [] });
  expect((await shop.admin.api.customers.stats()).totalCustomers).toBe(0);
});

test("finds a forgotten cursor's place again, and counts nothing twice", async () => {
  await shop.connect();
  // Many of the same second, across pages.
  shop.place(30);
  shop.store.meet({ kind: "slow", delay: 150 });
  const { id } = await shop.admin.api.syncs.start({ kind: "full" });
  await until(async () => ((await shop.countOrders()) ?? 0) >= ordersPerRequest);
  await shop.rows(
    `update shopify_syncs set cursor = jsonb_set(cursor::jsonb, '{after}', '"forgotten"')::text where state = 'running'`,
  );
  app.shopify.faults.clear();
  await app.db.withTenant(shop.admin.tenantId, (tx) => app.services.jobs.enqueue(tx, syncJobs.asked, { syncId: id }));
  await shop.ended();
  expect(await shop.newest()).toMatchObject(completed(30));
  expect(await shop.countOrders()).toBe(30);
});

test("counts a sync once when two jobs continue it at once", async () => {
  await shop.connect();
  shop.place(30);
  shop.store.meet({ kind: "slow", delay: 60 });
  const { id } = await shop.admin.api.syncs.start({ kind: "full" });
  for (let twin = 0; twin < 3; twin += 1) {
    await app.db.withTenant(shop.admin.tenantId, (tx) => app.services.jobs.enqueue(tx, syncJobs.asked, { syncId: id }));
  }
  await shop.ended();
  expect(await shop.newest()).toMatchObject(completed(30));
  expect(await shop.countOrders()).toBe(30);
});

test("neither skips nor repeats orders when others are placed while paging", async () => {
  await shop.connect();
  shop.place(40);
  shop.store.meet({ kind: "slow", delay: 80 });
  await shop.admin.api.syncs.start({ kind: "full" });
  await until(async () => ((await shop.countOrders()) ?? 0) >= 2 * ordersPerRequest);
  shop.place(10);
  await shop.ended();
  expect(await shop.newest()).toMatchObject(completed(40));
  app.shopify.faults.clear();
  await shop.sync("incremental");
  expect(await shop.countOrders()).toBe(50);
});

test("counts and names an unreadable order, and saves the others", async () => {
  await shop.connect();
  shop.place(9);
  const odd = shop.store.createOrder({
    updatedAt: "9999-12-31T00:00:00Z",
    lineItems: [{ title: "Arrow", price: "1" }],
  });
  shop.place(1);
  const last = await shop.sync("full");
  expect(last).toMatchObject({ ...completed(11, 1), unreadable: [`${odd.id}: updatedAt is no time`] });
  expect(await shop.countOrders()).toBe(10);
});

test("counts and names an order the database refuses, and saves the others", async () => {
  await shop.connect();
  const [, cursed] = shop.place(9);
  await app.asOwner(`alter table shopify_orders add check (name <> '${cursed?.name}') not valid`);
  const last = await shop.sync("full");
  await app.asOwner(`alter table shopify_orders drop constraint shopify_orders_name_check1`);
  expect(last).toMatchObject({ ...completed(9, 1), unreadable: [`${cursed?.id}: cannot be kept (23514)`] });
  expect(await shop.countOrders()).toBe(8);
});
