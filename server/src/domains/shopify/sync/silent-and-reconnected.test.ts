import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { patience } from "../../../platform/shopify/admin-api.ts";
import { openShopifyDesk, type ShopifyDesk } from "../../../testing/store/shopify-desk.ts";
import { completed, openSyncStore, type SyncStore } from "../../../testing/store/sync-store.ts";
import { until } from "../../../testing/take-mail.ts";
import { syncJobs } from "../job-kinds.ts";
import { ordersPerRequest } from "./order-query.ts";
import { runSync } from "./run-sync.ts";
import { startReconciliation } from "./start-sync.ts";
import { firstPosition, writePosition } from "./sync-position.ts";
import { insertSync } from "./syncs.queries.ts";

let app: ShopifyDesk;
beforeAll(async () => {
  app = await openShopifyDesk({ throttle: { isOn: false } });
});
afterAll(() => app.stop());
afterEach(() => app.shopify.faults.clear());

const running = async (shop: SyncStore) =>
  (await shop.rows("select from shopify_syncs where state = 'running'")).length > 0;
const start = (shop: SyncStore) =>
  app.db.withTenant(shop.admin.tenantId, (tx) => startReconciliation(tx, app.services.jobs));

test("does not hold up other stores' backfills or reconciliations for silent stores", async () => {
  const silent = await Promise.all(Array.from({ length: 4 }, () => openSyncStore(app)));
  const [known, fresh] = [await openSyncStore(app), await openSyncStore(app)];
  for (const shop of [known, ...silent]) await shop.connect();
  for (const { shopDomain } of silent) app.shopify.faults.add({ kind: "slow", delay: 60_000, shop: shopDomain });
  for (const shop of silent) await start(shop);
  await until(async () => {
    const [row] = await app.asOwner<{ count: number }>(
      "select count(*)::int as count from pgboss.job where name = $1 and state = 'active'",
      [syncJobs.background.name],
    );
    return (row?.count ?? 0) >= 2;
  });
  known.place(20);
  fresh.place(20);
  await start(known);
  await fresh.connect();
  await until(async () => !(await running(known)));
  expect(await fresh.newest()).toMatchObject(completed(20));
  expect(await known.countOrders()).toBe(20);
  // All of them still wait, but nobody waited for them.
  expect(await Promise.all(silent.map(running))).toEqual(silent.map(() => true));
});

test("follows a turn with progress by another one, and retries one without", async () => {
  const shop = await openSyncStore(app);
  await shop.connect();
  await shop.rows("delete from shopify_syncs");
  shop.place(30);
  const { settings } = app.services;
  // The first fault ends a turn.
  const hasty = { ...patience, job: { ...patience.job, tries: 1 } };
  const services = { ...app.services, settings: { ...settings, shopify: { ...settings.shopify, patience: hasty } } };
  const { tenantId } = shop.admin;
  // It has no job: this test runs its turns.
  const cursor = writePosition(firstPosition(null));
  const begin = { kind: "backfill", cursor, since: null, startedBy: null } as const;
  const syncId = (await app.db.withTenant(tenantId, (tx) => insertSync(tx, begin))) ?? "";
  const turn = () => runSync(services, { tenantId, syncId, isLastTry: false });
  const queued = () =>
    app.asOwner(
      "select start_after > created_on as later from pgboss.job where name = $1 and data -> 'payload' ->> 'syncId' = $2",
      [syncJobs.background.name, syncId],
    );
  const fault = { kind: "500", count: 1 } as const;
  shop.store.meet(fault);
  await expect(turn()).rejects.toMatchObject({ kind: "unreachable" });
  expect(await queued()).toEqual([]);
  // The expected number, and two pages.
  shop.store.meet({ ...fault, after: 3 });
  await turn();
  expect(await shop.countOrders()).toBe(2 * ordersPerRequest);
  expect(await queued()).toEqual([{ later: true }]);
  await turn();
  expect(await shop.newest()).toMatchObject(completed(30));
  expect(await shop.countOrders()).toBe(30);
});

test.each<[string, (shop: SyncStore) => Promise<unknown>]>([
  ["by a new token", (shop) => shop.save()],
  ["by a test that the kept token passes", (shop) => shop.admin.api.shopify.testSaved()],
])("reads what changed while the store could not be asked once it is connected again, %s", async (_how, again) => {
  const shop = await openSyncStore(app);
  await shop.connect();
  shop.store.meet({ kind: "revoked" });
  await expect(shop.admin.api.shopify.testSaved()).rejects.toMatchObject({ code: "store_refused" });
  expect((await shop.admin.api.shopify.status()).state).toBe("reconnect");
  shop.place(3);
  app.shopify.faults.clear();
  await again(shop);
  await until(async () => (await shop.countOrders()) === 3);
  expect((await shop.admin.api.shopify.status()).state).toBe("connected");
});

test("deletes what was deleted at the store while it could not be asked, and nothing else", async () => {
  const shop = await openSyncStore(app);
  const [gone, old, kept] = shop.place(3);
  await shop.connect();
  shop.store.meet({ kind: "revoked" });
  await expect(shop.admin.api.shopify.testSaved()).rejects.toMatchObject({ code: "store_refused" });
  for (const order of [gone, old]) shop.store.store.orders.delete(order?.id ?? 0);
  shop.store.store.version += 1;
  shop.store.store.version += 1;
  // It may merely be too old to be shown.
  const age = "update shopify_orders set shopify_created_at = now() - interval '90 days' where shopify_order_id = $1";
  await shop.rows(age, [String(old?.id)]);
  app.shopify.faults.clear();
  // A failing store says nothing about what it has.
  shop.store.meet({ kind: "500", after: 1, count: 2 });
  await shop.save();
  await until(async () => (await shop.countOrders()) === 2);
  const ids = await shop.rows("select shopify_order_id as id from shopify_orders order by 1");
  expect(ids).toEqual([old, kept].map((order) => ({ id: String(order?.id) })));
});
