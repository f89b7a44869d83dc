import { afterAll, beforeAll, expect, test } from "vitest";
import { allowAtShopify, returnTo } from "../../../testing/store/open-shopify.ts";
import { openToldDesk, type ToldDesk } from "../../../testing/store/told-desk.ts";
import { until } from "../../../testing/take-mail.ts";

let app: ToldDesk;
beforeAll(async () => {
  app = await openToldDesk();
});
afterAll(() => app.stop());

test("scopes that Shopify takes back are seen at once, and the admins are told", async () => {
  const { owner, store } = await app.connectStore();
  const { authorizationUrl } = await owner.api.orderGrant.allow();
  await returnTo(owner, await allowAtShopify(authorizationUrl ?? ""));
  await app.settled(owner);
  store.takeScopes(["write_orders"]);
  const grant = await until(async () => {
    const read = await owner.api.orderGrant.status();
    return read.state === "lost" && read;
  });
  expect(grant.lost).toEqual(["write_orders"]);
  expect((await owner.api.notifications.list()).items[0]?.message).toContain("write_orders");
  await app.settled(owner);
});
