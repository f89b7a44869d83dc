import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { allScopes } from "../../../testing/store/open-shopify.ts";
import { openShopifyDesk, type ShopifyDesk } from "../../../testing/store/shopify-desk.ts";
import { newOwner, type Person } from "../../../testing/test-people.ts";

let app: ShopifyDesk;
beforeAll(async () => {
  app = await openShopifyDesk();
});
afterAll(() => app.stop());

let admin: Person;
let shopDomain = "";
beforeEach(async () => {
  admin = await newOwner(app);
  shopDomain = app.newShop();
});
afterEach(() => app.shopify.faults.clear());

const status = (person = admin) => person.api.shopify.status();

const tokenAt = (shop = shopDomain, scopes: readonly string[] = allScopes) =>
  app.shopify.store(shop).addToken(scopes, { isCustom: true }).accessToken;

test("an admin tries it, keeps it, and sees that it is connected", async () => {
  const store = app.shopify.store(shopDomain);
  store.createCustomer();
  store.createOrder();
  const typed = { shopDomain: shopDomain.replace(".myshopify.com", ""), accessToken: tokenAt() };
  const found = { shopDomain, shopName: shopDomain, customers: 1, orders: 1 };
  expect(await admin.api.shopify.test(typed)).toEqual(found);
  expect((await status()).state).toBe("none");
  expect(await admin.api.shopify.counts()).toEqual({ customers: 0, orders: 0 });
  expect(await admin.api.shopify.save(typed)).toMatchObject({ state: "connected", shopDomain, origin: "manual" });
  expect(await admin.api.shopify.testSaved()).toEqual(found);
  // Its first sync may have begun at once.
  await expect.poll(() => admin.api.shopify.counts()).toMatchObject({ orders: 1 });
});

test.each([
  ["", "shpat_0123456789abcdef", { shopDomain: ["Shopify domain is required"] }],
  [
    "evil.com",
    "shpat_0123456789abcdef",
    { shopDomain: ["Domain must be a valid Shopify domain (e.g., your-store.myshopify.com)"] },
  ],
  ["shop-1", " ", { accessToken: ["Access token is required"] }],
  ["shop-1", "shpat_0123456789abc", { accessToken: ["Access token appears to be invalid (too short)"] }],
  ["shop-1", "shpat_0123456789 abcdef", { accessToken: ["Access token appears to be invalid"] }],
  ["shop-1", "shpat_0123456789\r\nX-Evil: 1", { accessToken: ["Access token appears to be invalid"] }],
  ["shop-1", "shpat_0123456789абвгдеё", { accessToken: ["Access token appears to be invalid"] }],
  ["", "", { shopDomain: ["Shopify domain is required"], accessToken: ["Access token is required"] }],
])("%j with %j is refused, all of it at once, and no store is asked", async (typed, accessToken, fields) => {
  const asked = app.shopify.asked.length;
  for (const way of [admin.api.shopify.test, admin.api.shopify.save])
    await expect(way({ shopDomain: typed, accessToken })).rejects.toMatchObject({
      code: "input_invalid",
      data: { fields },
    });
  expect(app.shopify.asked).toHaveLength(asked);
});

const refused = {
  code: "store_refused",
  message: "Failed to connect to Shopify. Please check your domain and access token",
};
const unreachable = { code: "store_unreachable" };
test("a token that the store does not know, of another store, or for a store that is not there, is refused", async () => {
  const wrong = [
    { shopDomain, accessToken: "shpat_00000000000000000000000000000000" },
    { shopDomain, accessToken: tokenAt(app.newShop()) },
    { shopDomain: "nowhere-at-all.myshopify.com", accessToken: tokenAt() },
  ];
  for (const typed of wrong) {
    await expect(admin.api.shopify.test(typed)).rejects.toMatchObject(refused);
    await expect(admin.api.shopify.save(typed)).rejects.toMatchObject(refused);
  }
  expect((await status()).state).toBe("none");
});

test.each([
  [["read_orders"], ["read_customers"]],
  [["read_customers"], ["read_orders"]],
  [["read_products"], ["read_orders", "read_customers"]],
])("a token that may only %s is refused with what is missing", async (scopes, missing) => {
  const typed = { shopDomain, accessToken: tokenAt(shopDomain, scopes) };
  for (const way of [admin.api.shopify.test, admin.api.shopify.save])
    await expect(way(typed)).rejects.toMatchObject({ code: "store_scopes_missing", data: { missing } });
});

test("who may write may read", async () => {
  const typed = { shopDomain, accessToken: tokenAt(shopDomain, ["write_orders", "write_customers"]) };
  expect(await admin.api.shopify.save(typed)).toMatchObject({ state: "connected" });
});

test.each([
  ["500", unreachable],
  ["502", unreachable],
  ["cut", unreachable],
  ["truncated", unreachable],
  ["html", unreachable],
  ["throttled", unreachable],
  ["429", unreachable],
  ["revoked", refused],
] as const)("when the store answers with %s, that is said and nothing is kept", async (kind, failure) => {
  app.shopify.faults.add({ kind, shop: shopDomain });
  const typed = { shopDomain, accessToken: tokenAt() };
  await expect(admin.api.shopify.test(typed)).rejects.toMatchObject(failure);
  expect((await status()).state).toBe("none");
});

test("a fault that passes is not noticed", async () => {
  app.shopify.faults.add({ kind: "502", shop: shopDomain, count: 1 });
  expect(await admin.api.shopify.save({ shopDomain, accessToken: tokenAt() })).toMatchObject({ state: "connected" });
});

test("somebody else's store is refused, also with a token that it takes", async () => {
  const typed = { shopDomain, accessToken: tokenAt() };
  await admin.api.shopify.save(typed);
  const stranger = await newOwner(app);
  await expect(stranger.api.shopify.save(typed)).rejects.toMatchObject({ code: "store_connected_elsewhere" });
  await expect(
    admin.api.shopify.save({ shopDomain: app.newShop(), accessToken: tokenAt(shopDomain) }),
  ).rejects.toMatchObject(refused);
  const second = app.newShop();
  await expect(admin.api.shopify.save({ shopDomain: second, accessToken: tokenAt(second) })).rejects.toMatchObject({
    code: "other_store_connected",
    data: { shopDomain },
  });
});

test("a token that is taken away shows as such, and counts again when the store takes it again", async () => {
  await admin.api.shopify.save({ shopDomain, accessToken: tokenAt() });
  app.shopify.faults.add({ kind: "revoked", shop: shopDomain });
  await expect(admin.api.shopify.testSaved()).rejects.toMatchObject(refused);
  expect((await status()).state).toBe("reconnect");
  await expect(admin.api.shopify.testSaved()).rejects.toMatchObject(refused);
  app.shopify.faults.clear();
  expect(await admin.api.shopify.testSaved()).toMatchObject({ shopDomain });
  expect((await status()).state).toBe("connected");
});
