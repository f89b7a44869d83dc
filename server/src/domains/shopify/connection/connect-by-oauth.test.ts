import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
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
const audit = async () =>
  app.asOwner<{ action: string; subject_id: string; details: object }>(
    "select action, subject_id, details from audit_log where action like 'store.%' order by created_at, id",
    [],
    admin.tenantId,
  );
const keptTokens = () =>
  app.asOwner("select access_token, refresh_token, revoked_at from shopify_stores", [], admin.tenantId);
const begin = async (person = admin, shop = shopDomain) =>
  (await person.api.shopify.connect({ shopDomain: shop })).authorizationUrl;

test("lets an admin connect a store; everybody sees which, and nobody sees its token", async () => {
  expect(await status()).toMatchObject({ state: "none", shopDomain: null, canConnectByOauth: true });
  const result = await connectByOAuth(admin, ` https://${shopDomain.toUpperCase()}/admin `);
  expect(Object.fromEntries(result)).toEqual({ view: "shopify", oauth_success: "true", shop: shopDomain });
  const agent = await addColleague(app, admin, "agent");
  const seen = await status(agent);
  expect(seen).toMatchObject({
    state: "connected",
    shopDomain,
    shopName: shopDomain,
    origin: "oauth",
    scopes: ["read_customers", "read_orders"],
    adminUrl: `${app.shopify.url}/${shopDomain}/admin`,
  });
  expect(JSON.stringify(seen)).not.toMatch(/shp(?:at|rt)_/);
  expect(await audit()).toEqual([
    {
      action: "store.connected",
      subject_id: shopDomain,
      details: { origin: "oauth", scopes: ["read_customers", "read_orders"] },
    },
  ]);
  expect(await admin.api.shopify.associate({ shopDomain })).toMatchObject({ state: "connected", shopDomain });
  expect(await admin.api.shopify.testSaved()).toEqual({
    shopDomain,
    shopName: shopDomain,
    customers: 0,
    orders: 0,
  });
});

test("requests the needed scopes, with a long state of which only the hash is stored", async () => {
  const url = new URL(await begin());
  const { scope, redirect_uri, client_id, state } = Object.fromEntries(url.searchParams);
  expect(url.pathname).toBe(`/${shopDomain}/admin/oauth/authorize`);
  expect({ scope, redirect_uri, client_id }).toEqual({
    scope: "read_orders,read_customers",
    client_id: app.shopify.app.apiKey,
    redirect_uri: "http://desk.test/api/shopify/callback",
  });
  expect(Buffer.from(state ?? "", "base64url")).toHaveLength(32);
  const rows = await app.asOwner("select to_jsonb(s)::text as row from shopify_oauth_states s", [], admin.tenantId);
  expect(JSON.stringify(rows)).not.toContain(state);
});

test("gives a reconnected store a new token, keeps its data, and tells the screens", async () => {
  await connectByOAuth(admin, shopDomain);
  const first = await status();
  await app.asOwner("update shopify_stores set revoked_at = now(), last_synced_at = now()", [], admin.tenantId);
  expect((await status()).state).toBe("reconnect");
  await connectByOAuth(admin, shopDomain);
  const again = await status();
  expect(again).toMatchObject({ state: "connected", connectedAt: first.connectedAt });
  expect(again.lastSyncAt).not.toBeNull();
  expect((await audit()).map(({ action }) => action)).toEqual(["store.connected", "store.reconnected"]);
  const events = await app.asOwner("select payload from events where type = 'store.changed'", [], admin.tenantId);
  expect(events).toEqual([{ payload: { isConnected: true } }, { payload: { isConnected: true } }]);
});

test("refuses a second store until the first is disconnected, even when begun before", async () => {
  const other = app.newShop();
  const begunBefore = await begin(admin, other);
  await connectByOAuth(admin, shopDomain);
  await expect(begin(admin, other)).rejects.toMatchObject({ code: "other_store_connected", data: { shopDomain } });
  const result = await returnTo(admin, await allowAtShopify(begunBefore));
  expect(result.get("oauth_error")).toBe(
    "Another Shopify store is connected. Disconnect it before you connect this one",
  );
  expect((await status()).shopDomain).toBe(shopDomain);
});

test("refuses a store of another account, whichever of two is first", async () => {
  const rivals = await Promise.all([newOwner(app), newOwner(app), newOwner(app)]);
  const addresses: string[] = [];
  for (const rival of rivals) addresses.push(await allowAtShopify(await begin(rival)));
  // Each code ends the store's earlier tokens, as the app has one installation there.
  const result = await Promise.all(rivals.map((rival, at) => returnTo(rival, addresses[at] ?? "")));
  const outcomes = result.map((parameters) => parameters.get("oauth_success") ?? parameters.get("oauth_error"));
  expect(outcomes.filter((outcome) => outcome === "true")).toHaveLength(1);
  const states = await Promise.all(rivals.map(async (rival) => (await status(rival)).state));
  // A rival's code exchanged after the winner's has ended its token: then the store must be connected again.
  expect(states.filter((state) => state !== "none")).toEqual([expect.stringMatching(/^(connected|reconnect)$/)]);
  const owners = await app.asOwner("select client_id from shopify_shops where shop_domain = $1", [shopDomain]);
  expect(owners).toHaveLength(1);
  await expect(begin()).rejects.toMatchObject({
    code: "store_connected_elsewhere",
    message: "This Shopify store is already connected to another Deskhand account. Disconnect it there first",
  });
});

test("leaves the connected store unchanged by another account's attempt, whenever begun", async () => {
  const stranger = await newOwner(app);
  const begunBefore = await begin(stranger);
  await connectByOAuth(admin, shopDomain);
  const tokens = await keptTokens();
  const result = await returnTo(stranger, await allowAtShopify(begunBefore));
  expect(result.get("oauth_error")).toBe(
    "This Shopify store is already connected to another Deskhand account. Disconnect it there first",
  );
  await expect(begin(stranger)).rejects.toMatchObject({ code: "store_connected_elsewhere" });
  expect((await status(stranger)).state).toBe("none");
  expect(await keptTokens()).toEqual(tokens);
  expect(await admin.api.shopify.testSaved()).toMatchObject({ shopDomain });
  expect((await status()).state).toBe("connected");
});

test("tells a person who presses Cancel that nothing was changed", async () => {
  const url = await begin();
  const answer = await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ answer: "refuse" }),
    redirect: "manual",
  });
  const { pathname, search } = new URL(answer.headers.get("location") ?? "");
  expect((await returnTo(admin, pathname + search)).get("oauth_error")).toBe(
    "The connection was not allowed at Shopify. Nothing was changed",
  );
  expect((await status()).state).toBe("none");
});

test("refuses a store that grants less than needed", async () => {
  const url = new URL(await begin());
  url.searchParams.set("scope", "read_orders");
  const result = await returnTo(admin, await allowAtShopify(url.href));
  expect(result.get("oauth_error")).toMatch(/read_orders and read_customers$/);
  expect((await status()).state).toBe("none");
});

test("asks for a missing domain as for a blank one", async () => {
  for (const body of [{}, { shopDomain: null }, { shopDomain: " " }]) {
    const answer = await admin.send("/api/shopify/associate", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(await answer.json()).toMatchObject({ data: { fields: { shopDomain: ["Shopify domain is required"] } } });
  }
});

test("refuses to test or claim without a connection", async () => {
  const none = { code: "store_not_connected" };
  await expect(admin.api.shopify.testSaved()).rejects.toMatchObject(none);
  await expect(admin.api.shopify.associate({ shopDomain })).rejects.toMatchObject(none);
  await connectByOAuth(admin, shopDomain);
  await expect(admin.api.shopify.associate({ shopDomain: app.newShop() })).rejects.toMatchObject(none);
});

test("reports in the self-test what works and what does not, and refuses it outside development", async () => {
  const outcome = async () =>
    Object.fromEntries((await admin.api.shopify.selfTest()).checks.map(({ name, passed }) => [name, passed]));
  const parts = { Settings: true, "Shopify app": true, Encryption: true, Signatures: true };
  expect(await outcome()).toEqual({ ...parts, Store: false });
  await connectByOAuth(admin, shopDomain);
  expect(await outcome()).toEqual({ ...parts, Store: true });
  const inProduction = vi.spyOn(app.services.settings, "isProduction", "get").mockReturnValue(true);
  await expect(admin.api.shopify.selfTest()).rejects.toMatchObject({ code: "not_found" });
  expect((await status()).isSelfTestOffered).toBe(false);
  inProduction.mockRestore();
});
