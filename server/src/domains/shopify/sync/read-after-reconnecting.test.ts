import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openShopifyDesk, type ShopifyDesk } from "../../../testing/store/shopify-desk.ts";
import { openSyncStore, type SyncStore } from "../../../testing/store/sync-store.ts";
import { until } from "../../../testing/take-mail.ts";

let app: ShopifyDesk;
beforeAll(async () => {
  app = await openShopifyDesk({ throttle: { isOn: false } });
});
afterAll(() => app.stop());
afterEach(() => app.shopify.faults.clear());

test.each<[string, (shop: SyncStore) => Promise<unknown>]>([
  ["by a new token", (shop) => shop.save()],
  ["by a test that the kept token passes", (shop) => shop.admin.api.shopify.testSaved()],
])("what changed while the store could not be asked is read when it is connected again %s", async (_how, again) => {
  const shop = await openSyncStore(app);
  await shop.connect();
  app.shopify.faults.add({ kind: "revoked", shop: shop.shopDomain });
  await expect(shop.admin.api.shopify.testSaved()).rejects.toMatchObject({ code: "store_refused" });
  expect((await shop.admin.api.shopify.status()).state).toBe("reconnect");
  shop.place(3);
  app.shopify.faults.clear();
  await again(shop);
  await until(async () => (await shop.countOrders()) === 3);
  expect((await shop.admin.api.shopify.status()).state).toBe("connected");
});

test("what was deleted there while the store could not be asked goes here too, and nothing else", async () => {
  const shop = await openSyncStore(app);
  const [gone, old, kept] = shop.place(3);
  await shop.connect();
  app.shopify.faults.add({ kind: "revoked", shop: shop.shopDomain });
  await expect(shop.admin.api.shopify.testSaved()).rejects.toMatchObject({ code: "store_refused" });
  for (const order of [gone, old]) shop.store.store.orders.delete(order?.id ?? 0);
  shop.store.store.version += 1;
  shop.store.store.version += 1;
  // It may merely be too old to be shown.
  const age = "update shopify_orders set shopify_created_at = now() - interval '90 days' where shopify_order_id = $1";
  await shop.rows(age, [String(old?.id)]);
  app.shopify.faults.clear();
  // A store that fails says nothing of what is there.
  app.shopify.faults.add({ kind: "500", shop: shop.shopDomain, after: 1, count: 2 });
  await shop.save();
  await until(async () => (await shop.countOrders()) === 2);
  const ids = await shop.rows("select shopify_order_id as id from shopify_orders order by 1");
  expect(ids).toEqual([old, kept].map((order) => ({ id: String(order?.id) })));
});
