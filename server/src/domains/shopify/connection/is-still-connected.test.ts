import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openShopifyDesk, type ShopifyDesk } from "../../../testing/store/shopify-desk.ts";
import { openSyncStore, type SyncStore } from "../../../testing/store/sync-store.ts";
import { until } from "../../../testing/take-mail.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import { fetchPending } from "../webhooks/fetch-pending.ts";
import { isStillConnected, openStore } from "./open-store.ts";

let app: ShopifyDesk;
beforeAll(async () => {
  app = await openShopifyDesk({ throttle: { isOn: false } });
});
afterAll(() => app.stop());

let shop: SyncStore;
beforeEach(async () => {
  shop = await openSyncStore(app);
  await shop.connect();
  await until(async () => (await jobsUnderWay()) === 0);
});
afterEach(() => app.shopify.faults.clear());

const jobsUnderWay = async () => {
  const query =
    "select from pgboss.job where name like 'shopify.%' and state < 'completed' and data ->> 'tenantId' = $1";
  return (await app.asOwner(query, [shop.admin.tenantId])).length;
};
const names = async () =>
  (await shop.rows<{ name: string }>("select name from shopify_orders order by 1")).map(({ name }) => name);

/** Holds the first store's next answer back while `act` runs. */
async function whileAsking(ask: () => Promise<unknown>, act: () => Promise<unknown>): Promise<void> {
  app.shopify.faults.add({ kind: "slow", delay: 1_000, count: 1, shop: shop.shopDomain });
  const asking = ask();
  await until(async () => app.shopify.faults.list().length === 0);
  await act();
  await asking;
}

/** The callers that ask the first store. */
const ways: [string, () => Promise<() => Promise<unknown>>][] = [
  [
    "a webhook's order",
    async () => {
      const [order] = shop.place(1);
      await shop.rows("insert into shopify_pending (kind, resource_id) values ('order', $1)", [String(order?.id)]);
      return () => fetchPending(app.services, shop.admin.tenantId);
    },
  ],
  [
    "the page of a sync",
    async () => {
      shop.place(1);
      return async () => {
        await shop.admin.api.syncs.start({ kind: "full" });
        await until(async () => (await jobsUnderWay()) === 0);
      };
    },
  ],
  [
    "the order that an agent asks for",
    async () => {
      const { id: ticketId } = await makeTicket(app, shop.admin);
      const [order] = shop.place(1);
      return () => shop.admin.api.tracking.look({ ticketId, orderNumber: order?.name ?? "" }).catch(() => undefined);
    },
  ],
];

test.each(ways)("drops the answer to %s when another store is connected meanwhile", async (_, prepare) => {
  const ask = await prepare();
  const domain = app.newShop();
  app.shopify.store(domain).createOrder({ name: "#of-the-other" });
  await whileAsking(ask, async () => {
    await shop.admin.api.shopify.disconnect();
    await shop.connect(shop.admin, domain);
  });
  expect(await names()).toEqual(["#of-the-other"]);
});

test("counts a reconnected store as a new connection, and a new token as the same", async () => {
  const { tenantId, api } = shop.admin;
  const { connectionId } = (await openStore(app.services, tenantId)) ?? expect.fail("connected");
  const isStill = () => app.db.withTenant(tenantId, (tx) => isStillConnected(tx, connectionId));
  await shop.save();
  expect(await isStill()).toBe(true);
  await api.shopify.disconnect();
  expect(await isStill()).toBe(false);
  await shop.save();
  expect(await isStill()).toBe(false);
});

test("keeps answers under way when the same store gets a new token", async () => {
  const [order] = shop.place(1);
  await shop.rows("insert into shopify_pending (kind, resource_id) values ('order', $1)", [String(order?.id)]);
  await whileAsking(
    () => fetchPending(app.services, shop.admin.tenantId),
    () => shop.save(),
  );
  await until(async () => (await names()).length === 1);
});
