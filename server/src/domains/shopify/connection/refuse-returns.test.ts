import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { msFromNow } from "../../../testing/from-now.ts";
import { allowAtShopify, connectByOAuth, returnTo } from "../../../testing/store/open-shopify.ts";
import { openShopifyDesk, type ShopifyDesk } from "../../../testing/store/shopify-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";

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
const begin = async (person = admin, shop = shopDomain) =>
  (await person.api.shopify.connect({ shopDomain: shop })).authorizationUrl;

const notBegun = "This connection was not begun here, or too long ago. Please try again";
const sign = (query: URLSearchParams) => {
  query.delete("hmac");
  query.sort();
  const hmac = createHmac("sha256", app.shopify.app.apiSecret).update(query.toString()).digest("hex");
  return `/api/shopify/callback?${query}&hmac=${hmac}`;
};
const answered = async () => new URLSearchParams((await allowAtShopify(await begin())).split("?")[1]);

test.each(["code", "shop", "state", "timestamp", "host"])("refuses an answer with a changed %s", async (name) => {
  const query = await answered();
  const value = query.get(name) ?? "";
  query.set(name, value.startsWith("1") ? `2${value.slice(1)}` : `1${value.slice(1)}`);
  const result = await returnTo(admin, `/api/shopify/callback?${query}`);
  expect(result.get("oauth_error")).toBe("The answer was not signed by Shopify");
  expect((await status()).state).toBe("none");
});

test("refuses an answer without a signature, with half of one, or with a repeated parameter, and uses nothing up", async () => {
  const query = await answered();
  const whole = `/api/shopify/callback?${query}`;
  const hmac = query.get("hmac") ?? "";
  const wrong = [
    "/api/shopify/callback",
    whole.replace(hmac, ""),
    whole.replace(hmac, hmac.slice(0, 32)),
    whole.replace(/&?hmac=\w+/, ""),
    `${whole}&shop=evil.myshopify.com`,
    `${whole}&hmac=${hmac}`,
    `${whole}&extra=1`,
  ];
  for (const address of wrong)
    expect((await returnTo(admin, address)).get("oauth_error")).toBe("The answer was not signed by Shopify");
  expect((await returnTo(admin, whole)).get("oauth_success")).toBe("true");
});

test("accepts an answer once", async () => {
  const address = await allowAtShopify(await begin());
  expect((await returnTo(admin, address)).get("oauth_success")).toBe("true");
  expect((await returnTo(admin, address)).get("oauth_error")).toBe(notBegun);
  expect((await status()).state).toBe("connected");
});

test("accepts one of two answers at once", async () => {
  const address = await allowAtShopify(await begin());
  const result = await Promise.all([returnTo(admin, address), returnTo(admin, address)]);
  expect(result.filter((parameters) => parameters.has("oauth_success"))).toHaveLength(1);
});

test("connects nothing by an answer for another person, of the same store or another", async () => {
  const address = await allowAtShopify(await begin());
  const colleague = await addColleague(app, admin, "admin");
  const stranger = await newOwner(app);
  for (const other of [colleague, stranger]) expect((await returnTo(other, address)).get("oauth_error")).toBe(notBegun);
  expect((await status()).state).toBe("none");
  expect((await status(stranger)).state).toBe("none");
  expect((await returnTo(admin, address)).get("oauth_success")).toBe("true");
});

test("tells a person who is signed out or not allowed", async () => {
  const address = await allowAtShopify(await begin());
  expect((await returnTo(app.visit(), address)).get("oauth_error")).toBe(
    "You must be logged in to connect your Shopify store",
  );
  const agent = await addColleague(app, admin, "agent");
  expect((await returnTo(agent, address)).get("oauth_error")).toBe(
    "Only administrators can connect, sync or disconnect the store",
  );
  expect((await returnTo(admin, address)).get("oauth_success")).toBe("true");
});

test("connects nothing by a signed answer for another store", async () => {
  const query = await answered();
  query.set("shop", app.newShop());
  expect((await returnTo(admin, sign(query))).get("oauth_error")).toBe(
    "Shopify answered for another store than the one you entered",
  );
  for (const shop of ["evil.example", "127.0.0.1:5432", `${shopDomain}.`, `${shopDomain}@evil.example`]) {
    const forged = await answered();
    forged.set("shop", shop);
    expect((await returnTo(admin, sign(forged))).has("oauth_error")).toBe(true);
  }
  expect((await status()).state).toBe("none");
});

test.each([
  ["an hour old", -3600],
  ["from the future", 3600],
])("refuses an answer that is %s", async (_what, seconds) => {
  const query = await answered();
  query.set("timestamp", String(Math.floor(msFromNow({ seconds }) / 1000)));
  expect((await returnTo(admin, sign(query))).get("oauth_error")).toBe("Shopify's answer is too old");
  query.delete("timestamp");
  expect((await returnTo(admin, sign(query))).get("oauth_error")).toBe("Shopify's answer is too old");
  query.set("timestamp", "soon");
  expect((await returnTo(admin, sign(query))).get("oauth_error")).toBe("Shopify's answer is too old");
});

test("expires an attempt after eleven minutes", async () => {
  const address = await allowAtShopify(await begin());
  await app.asOwner("update shopify_oauth_states set expires_at = now() - interval '1 minute'", [], admin.tenantId);
  expect((await returnTo(admin, address)).get("oauth_error")).toBe(notBegun);
});

test("reports in our words that Shopify refuses a made-up code", async () => {
  const query = await answered();
  query.set("code", "x".repeat(32));
  expect((await returnTo(admin, sign(query))).get("oauth_error")).toBe(
    "Shopify did not accept the connection. Please try again",
  );
});

test.each(["500", "cut", "truncated", "html", "429"] as const)(
  "connects nothing when Shopify answers the exchange with %s, and can be tried again",
  async (kind) => {
    const address = await allowAtShopify(await begin());
    app.shopify.faults.add({ kind, on: "token", shop: shopDomain });
    expect((await returnTo(admin, address)).get("oauth_error")).toBe(
      "Shopify could not be reached or is busy. Please try again in a moment",
    );
    expect((await status()).state).toBe("none");
    app.shopify.faults.clear();
    expect((await connectByOAuth(admin, shopDomain)).get("oauth_success")).toBe("true");
  },
);

test.each([
  ["", "Please enter your Shopify store domain first"],
  ["evil.com/.myshopify.com", "Domain must be a valid Shopify domain (e.g., your-store.myshopify.com)"],
])("refuses to connect %j", async (typed, message) => {
  await expect(begin(admin, typed)).rejects.toMatchObject({ data: { fields: { shopDomain: [message] } } });
});
