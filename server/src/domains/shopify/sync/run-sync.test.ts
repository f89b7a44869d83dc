import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { hardOrders } from "../../../../../stand-ins/shopify/page/hard-orders.ts";
import { databaseTime, msFromNow } from "../../../testing/from-now.ts";
import { openShopifyDesk, type ShopifyDesk } from "../../../testing/store/shopify-desk.ts";
import { completed, openSyncStore, type SyncStore } from "../../../testing/store/sync-store.ts";
import { until } from "../../../testing/take-mail.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import { newOwner } from "../../../testing/test-people.ts";
import { startReconciliation } from "./start-sync.ts";

let app: ShopifyDesk;
/** Seconds by which the stand-in's clock is ahead: it records changes to the second. */
let shopifyAhead = 0;
beforeAll(async () => {
  app = await openShopifyDesk({ throttle: { isOn: false }, now: () => msFromNow({ seconds: shopifyAhead }) });
});
afterAll(() => app.stop());

let shop: SyncStore;
beforeEach(async () => {
  shop = await openSyncStore(app);
});
afterEach(() => app.shopify.faults.clear());

test("saves the 250 newest orders in a full sync, and lists it in the history", async () => {
  await shop.connect();
  shop.store.fill(260);
  const { running } = await shop.admin.api.syncs.list();
  expect(running).toEqual([]);
  const last = await shop.sync("full");
  expect(last).toMatchObject({ ...completed(250), kind: "full", ordersExpected: 250, startedByName: shop.admin.name });
  expect(last?.lastOrderId).toBe("900000259");
  expect(await shop.countOrders()).toBe(250);
  const [oldest] = await shop.rows<{ id: string }>(
    "select shopify_order_id as id from shopify_orders order by id::text limit 1",
  );
  expect(oldest?.id).toBe("900000010");
  expect((await shop.admin.api.shopify.status()).lastSyncAt).not.toBeNull();
  expect((await shop.admin.api.customers.stats()).storeCustomers).toBe(65);
  // Again: all of them are unchanged.
  expect(await shop.sync("full")).toMatchObject(completed(250));
  expect(await shop.countOrders()).toBe(250);
});

test("saves in an incremental sync, which needs an earlier one, what changed since", async () => {
  await shop.connect();
  const [first, second, third] = shop.place(5);
  expect(await shop.sync("full")).toMatchObject(completed(5));
  shopifyAhead += 2;
  expect(await shop.sync("incremental")).toMatchObject(completed(0));
  const [, added] = shop.place(2);
  shop.store.refundOrder(first?.id ?? 0, { amount: "12.50" });
  shop.store.shipOrder(second?.id ?? 0, { trackingInfo: [{ company: "UPS", number: "1Z", url: null }] });
  shop.store.cancelOrder(third?.id ?? 0, "CUSTOMER");
  const last = await shop.sync("incremental");
  expect(last).toMatchObject({ ...completed(5), kind: "incremental", lastOrderId: String(added?.id) });
  const states = await shop.rows(
    `select financial_status, fulfillment_status, cancel_reason from shopify_orders
     where shopify_order_id = any ($1) order by shopify_order_id`,
    [[first, second, third].map((order) => String(order?.id))],
  );
  expect(states).toMatchObject([
    { financial_status: "refunded" },
    { fulfillment_status: "fulfilled" },
    { cancel_reason: "customer" },
  ]);
});

test("ends an incremental sync at 250 changed orders, and continues with the next one", async () => {
  await shop.connect();
  shopifyAhead += 2;
  const orders = shop.place(256);
  // In the order of their changes.
  expect(await shop.sync("incremental")).toMatchObject(completed(250));
  expect(await shop.countOrders()).toBe(250);
  await shop.sync("incremental");
  expect(await shop.countOrders()).toBe(256);
  expect((await shop.newest())?.lastOrderId).toBe(String(orders.at(-1)?.id));
});

test("refuses a sync without a store, without an earlier one, and while one runs", async () => {
  await expect(shop.admin.api.syncs.start({ kind: "full" })).rejects.toMatchObject({ code: "store_not_connected" });
  await shop.connect();
  await shop.rows("delete from shopify_syncs");
  await expect(shop.admin.api.syncs.start({ kind: "incremental" })).rejects.toMatchObject({ code: "sync_needs_full" });
  shop.place(20);
  shop.store.meet({ kind: "slow", delay: 100 });
  const outcomes = await Promise.allSettled([
    shop.admin.api.syncs.start({ kind: "full" }),
    shop.admin.api.syncs.start({ kind: "full" }),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(shop.admin.api.syncs.start({ kind: "incremental" })).rejects.toMatchObject({ code: "sync_running" });
  // A colleague sees it; other stores neither see it nor wait for it.
  expect((await shop.admin.api.syncs.list()).running).toMatchObject([
    { kind: "full", state: "running", success: null, message: "Syncing orders", finishedAt: null },
  ]);
  const stranger = await newOwner(app);
  expect(await stranger.api.syncs.list()).toEqual({ running: [], history: [] });
  await shop.connect(stranger, app.newShop());
  await stranger.api.syncs.start({ kind: "full" });
  await shop.ended();
  expect(await shop.newest()).toMatchObject(completed(20));
});

test("saves rare orders: no customer, no address, deleted products, 230 items, yen and dinars, any script", async () => {
  await shop.connect();
  const count = hardOrders(shop.store);
  expect(await shop.sync("full")).toMatchObject(completed(count));
  const [row] = await shop.rows(
    `select max((select count(*)::int from shopify_order_line_items i where i.order_id = o.id)) as items,
       array_agg(distinct o.currency order by o.currency) as currencies,
       count(*) filter (where is_test)::int as tests, count(*) filter (where o.customer_id is null)::int as alone
     from shopify_orders o`,
  );
  expect(row).toMatchObject({ items: 230, currencies: ["EUR", "JPY", "KWD"], tests: 1 });
});

test("saves everything Shopify shows after connecting, once", async () => {
  shop.store.fill(252);
  await shop.connect();
  expect(await shop.newest()).toMatchObject({
    ...completed(252),
    kind: "backfill",
    startedByName: null,
    ordersExpected: 252,
  });
  expect(await shop.countOrders()).toBe(252);
  await shop.connect();
  expect((await shop.admin.api.syncs.list()).history).toHaveLength(1);
});

test("runs a full sync beside the backfill", async () => {
  shop.store.fill(40);
  shop.store.meet({ kind: "slow", delay: 40 });
  await shop.save();
  await until(async () => (await shop.admin.api.syncs.list()).running.length === 1);
  await shop.admin.api.syncs.start({ kind: "full" });
  await shop.ended();
  expect((await shop.admin.api.syncs.list()).history).toMatchObject([completed(40), completed(40)]);
  expect(await shop.countOrders()).toBe(40);
});

const reconcile = async () => {
  await app.db.withTenant(shop.admin.tenantId, (tx) => startReconciliation(tx, app.services.jobs));
  await until(async () => (await shop.rows("select from shopify_syncs where state = 'running'")).length === 0);
};

test("advances the time of the last read after a reconciliation without news", async () => {
  const [order] = shop.place(1);
  await shop.connect();
  await shop.rows("update shopify_stores set last_synced_at = '2026-01-01', reconciled_until = '2026-01-01'");
  await shop.rows("update shopify_orders set updated_at = '2026-01-01', shopify_asked_at = '2026-01-01'");
  const before = await databaseTime(app);
  await reconcile();
  const { lastSyncAt } = await shop.admin.api.shopify.status();
  expect(String(lastSyncAt) >= before).toBe(true);
  const { id: ticketId } = await makeTicket(app, shop.admin);
  await shop.admin.api.tracking.saveOrderNumber({ ticketId, orderNumber: order?.name ?? "" });
  const { savedOrder } = await shop.admin.api.tracking.ofTicket({ ticketId });
  expect(String(savedOrder?.readAt) >= before).toBe(true);
});

test("saves in a reconciliation what no webhook reported, without an entry in the history", async () => {
  const [order] = shop.place(3);
  await shop.connect();
  await reconcile();
  const before = await shop.rows("select reconciled_until::text as until from shopify_stores");
  shopifyAhead += 2;
  shop.store.refundOrder(order?.id ?? 0, { amount: "12.50" });
  await reconcile();
  expect(
    await shop.rows("select financial_status from shopify_orders where shopify_order_id = $1", [String(order?.id)]),
  ).toEqual([{ financial_status: "refunded" }]);
  expect(await shop.rows("select reconciled_until::text as until from shopify_stores")).not.toEqual(before);
  expect((await shop.admin.api.syncs.list()).history).toHaveLength(1);
  // Nothing changed: a single question. If the clock also starts a reconciliation, it is the same one.
  app.shopify.asked.length = 0;
  await reconcile();
  const asked = app.shopify.asked.filter((question) => question.shop === shop.shopDomain);
  expect(new Set(asked.map(({ query, variables }) => JSON.stringify([query, variables]))).size).toBe(1);
  // The schedule asks an unreachable store again.
  shop.store.meet({ kind: "revoked" });
  await reconcile();
});

test("keeps the 10 newest ended syncs in the history, newest first", async () => {
  await shop.connect();
  for (let run = 0; run < 11; run += 1) await shop.sync("full");
  const { history } = await shop.admin.api.syncs.list();
  expect(history).toHaveLength(10);
  expect(history.map(({ startedAt }) => startedAt)).toEqual(
    history
      .map(({ startedAt }) => startedAt)
      .toSorted()
      .toReversed(),
  );
});

test("tells screens of a sync and its orders at most about once a second", async () => {
  await shop.connect();
  shop.place(80);
  const at = (await shop.rows<{ last: number }>("select max(number)::int as last from events"))[0]?.last ?? 0;
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  await shop.sync("full");
  const events = await shop.rows<{ type: string }>("select type from events where number > $1 order by number", [at]);
  const types = events.map(({ type }) => type).filter((type) => !type.startsWith("ticket"));
  // Ten pages were saved, in no time.
  expect(types.filter((type) => type === "orders.changed")).toHaveLength(1);
  expect(types.at(-1)).toBe("store.sync-changed");
});
