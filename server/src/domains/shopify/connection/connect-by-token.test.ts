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

test("lets an admin try and save a token, and shows the connection", async () => {
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
])("refuses %j with %j, naming all faults at once, without asking a store", async (typed, accessToken, fields) => {
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
test("refuses an unknown token, one of another store, and an unknown store", async () => {
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
])("refuses a token that may only %s, and says what is missing", async (scopes, missing) => {
  const typed = { shopDomain, accessToken: tokenAt(shopDomain, scopes) };
  for (const way of [admin.api.shopify.test, admin.api.shopify.save])
    await expect(way(typed)).rejects.toMatchObject({ code: "store_scopes_missing", data: { missing } });
});

test("accepts write access in place of read access", async () => {
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
] as const)("says so when the store answers with %s, and saves nothing", async (kind, failure) => {
  app.shopify.faults.add({ kind, shop: shopDomain });
  const typed = { shopDomain, accessToken: tokenAt() };
  await expect(admin.api.shopify.test(typed)).rejects.toMatchObject(failure);
  expect((await status()).state).toBe("none");
});

test("gets over a passing fault", async () => {
  app.shopify.faults.add({ kind: "502", shop: shopDomain, count: 1 });
  expect(await admin.api.shopify.save({ shopDomain, accessToken: tokenAt() })).toMatchObject({ state: "connected" });
});

test("refuses another account's store, even with a valid token", async () => {
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

test("shows a withdrawn token, and uses it again when the store accepts it again", async () => {
  await admin.api.shopify.save({ shopDomain, accessToken: tokenAt() });
  app.shopify.faults.add({ kind: "revoked", shop: shopDomain });
  await expect(admin.api.shopify.testSaved()).rejects.toMatchObject(refused);
  expect((await status()).state).toBe("reconnect");
  await expect(admin.api.shopify.testSaved()).rejects.toMatchObject(refused);
  app.shopify.faults.clear();
  expect(await admin.api.shopify.testSaved()).toMatchObject({ shopDomain });
  expect((await status()).state).toBe("connected");
});
