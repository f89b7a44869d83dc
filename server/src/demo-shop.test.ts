import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createShopifyStandIn, type ShopifyStandIn } from "../../stand-ins/shopify/create-stand-in.ts";
import { openTryIt } from "../../stand-ins/shopify/page/open-try-it.ts";
import { readState } from "../../stand-ins/shopify/state/keep-state.ts";
import { planDemo } from "./demo/demo-plan.ts";
import { findDemoShopHome, openTryOut, withDemoShop } from "./demo/demo-shop.ts";
import { makeShop } from "./demo/make-shop.ts";
import { seededRandom } from "./demo/random.ts";
import { ordersOf } from "./demo/shop-orders.ts";
import { fetchOrdersByIds } from "./domains/shopify/index.ts";
import { readSettings } from "./env.ts";
import { openAdminApi, patience } from "./platform/shopify/admin-api.ts";

const now = Date.parse("2026-03-18T10:00:00Z");
const random = seededRandom(2026);
const shop = makeShop(planDemo(random, now), random, now);
let standIn: ShopifyStandIn;
let read: Awaited<ReturnType<typeof fetchOrdersByIds>>;
beforeAll(async () => {
  standIn = await createShopifyStandIn({ stores: [shop], throttle: { isOn: false }, now: () => now });
  const token = standIn.store(shop.domain).addToken(["read_orders", "read_all_orders", "read_customers"]);
  const storeUrl = `${standIn.url}/${shop.domain}`;
  const api = openAdminApi({ storeUrl, apiVersion: "2026-10", accessToken: token.accessToken }, patience.job);
  read = await fetchOrdersByIds(
    api,
    shop.orders.map(({ id }) => String(id)),
  );
});
afterAll(() => standIn.close());

test("the demo store's orders equal those that a sync would import", () => {
  expect(read.unreadable).toEqual([]);
  expect(read.orders).toEqual(ordersOf(shop, standIn.url).map((order) => ({ ...order, askedAt: expect.any(String) })));
});

test("the demo store has refunds, parcels in all states, recently changed orders, and some without tracking or picture", async () => {
  const { orders } = read;
  const count = (fits: (order: (typeof orders)[number]) => boolean) => orders.filter(fits).length;
  expect(count(({ financialStatus }) => financialStatus === "refunded")).toBeGreaterThan(2);
  expect(count(({ financialStatus }) => financialStatus === "partially_refunded")).toBeGreaterThan(1);
  expect(count(({ fulfillmentStatus }) => fulfillmentStatus === "partial")).toBeGreaterThan(0);
  expect(count(({ fulfillments }) => fulfillments.length > 1)).toBeGreaterThan(0);
  expect(count(({ fulfillments }) => fulfillments.some(({ parcels }) => parcels.length === 0))).toBeGreaterThan(2);
  expect(count(({ updatedAt }) => now - Date.parse(updatedAt) < 2 * 86_400_000)).toBeGreaterThan(5);
  const statuses = new Set(orders.flatMap(({ fulfillments }) => fulfillments.map((each) => each.displayStatus)));
  expect([...statuses]).toEqual(expect.arrayContaining(["delivered", "in_transit", "marked_as_fulfilled"]));
  const images = orders.flatMap(({ lineItems }) => lineItems.map(({ imageUrl }) => imageUrl));
  expect(images).toContain(null);
  expect((await fetch(images.find((url) => url !== null) ?? "")).headers.get("content-type")).toBe("image/svg+xml");
  for (const { updatedAt, createdAt } of orders) {
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
    expect(Date.parse(updatedAt)).toBeLessThanOrEqual(now);
  }
});

test("an empty installation can connect to a store beside it on the platform's own page", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "try-out-"));
  const settings = { ...readSettings({}), dataDir, smtpTls: null, secret: "s".repeat(40) };
  const home = await findDemoShopHome(settings);
  if (!home) throw new Error("There is no stand-in");
  await openTryOut(settings, home);
  const state = await readState(home.file);
  await rm(dataDir, { recursive: true });
  expect(state?.stores).toEqual([]);
  const back = `${settings.publicUrl}/api/shopify/callback`;
  const played = await createShopifyStandIn({ app: { ...state?.app, redirectUris: [back] } });
  openTryIt(played);
  const { app, scopes } = withDemoShop(settings, home).shopify;
  const query = { client_id: app?.key ?? "", scope: scopes.join(","), redirect_uri: back, state: "s1" };
  const admin = `${played.url}/try-it.myshopify.com/admin/oauth`;
  const answered = await fetch(`${admin}/authorize?${new URLSearchParams(query)}`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ answer: "install" }),
  });
  const code = new URL(answered.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const body = new URLSearchParams({ client_id: app?.key ?? "", client_secret: app?.secret ?? "", code });
  expect((await fetch(`${admin}/access_token`, { method: "POST", body })).status).toBe(200);
  expect(played.store("try-it.myshopify.com").store.orders.size).toBeGreaterThan(20);
  await played.close();
});
