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
