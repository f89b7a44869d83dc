import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { patience } from "../../../platform/shopify/admin-api.ts";
import { openShopifyDesk, type ShopifyDesk } from "../../../testing/store/shopify-desk.ts";
import { completed, openSyncStore, type SyncStore } from "../../../testing/store/sync-store.ts";
import { until } from "../../../testing/take-mail.ts";
import { ordersAtOnce } from "./order-query.ts";
import { runSync } from "./run-sync.ts";
import { startReconciliation } from "./start-sync.ts";
import { syncJobs } from "./sync-jobs.ts";
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

test("stores that do not answer hold up no other's backfill or reconciliation", async () => {
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
  // All of them still wait: nobody waited for them.
  expect(await Promise.all(silent.map(running))).toEqual(silent.map(() => true));
});

test("a turn that came on before its store failed is followed by another; one that did not is tried again", async () => {
  const shop = await openSyncStore(app);
  await shop.connect();
  await shop.rows("delete from shopify_syncs");
  shop.place(30);
  const { settings } = app.services;
  // The first fault ends a turn.
  const hasty = { ...patience, job: { ...patience.job, tries: 1 } };
  const services = { ...app.services, settings: { ...settings, shopify: { ...settings.shopify, patience: hasty } } };
  const { tenantId } = shop.admin;
  // Of no job: it goes on as this test has it.
  const cursor = writePosition(firstPosition(null));
  const begin = { kind: "backfill", cursor, since: null, startedBy: null } as const;
  const syncId = (await app.db.withTenant(tenantId, (tx) => insertSync(tx, begin))) ?? "";
  const turn = () => runSync(services, { tenantId, syncId, isLastTry: false });
  const queued = () =>
    app.asOwner(
      "select start_after > created_on as later from pgboss.job where name = $1 and data -> 'payload' ->> 'syncId' = $2",
      [syncJobs.background.name, syncId],
    );
  const fault = { kind: "500", count: 1, shop: shop.shopDomain } as const;
  app.shopify.faults.add(fault);
  await expect(turn()).rejects.toMatchObject({ kind: "unreachable" });
  expect(await queued()).toEqual([]);
  // How many there will be, and two pages.
  app.shopify.faults.add({ ...fault, after: 3 });
  await turn();
  expect(await shop.countOrders()).toBe(2 * ordersAtOnce);
  expect(await queued()).toEqual([{ later: true }]);
  await turn();
  expect(await shop.newest()).toMatchObject(completed(30));
  expect(await shop.countOrders()).toBe(30);
});
