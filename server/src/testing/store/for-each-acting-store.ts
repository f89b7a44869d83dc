import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type ActingStore, openActingStore } from "./acting-desk.ts";
import { openShopifyDesk, type ShopifyDesk } from "./shopify-desk.ts";

/** Has the tests of a file share a desk, and gives each of them a store of its own whose orders may be changed. What failed at Shopify works again after each. */
export function forEachActingStore(use: (app: ShopifyDesk, at: ActingStore) => void): void {
  let app: ShopifyDesk;
  beforeAll(async () => {
    app = await openShopifyDesk({ throttle: { pricing: "measured" } });
  });
  afterAll(() => app.stop());
  beforeEach(async () => use(app, await openActingStore(app)));
  afterEach(() => app.shopify.faults.clear());
}
