import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { createShopifyStandIn, type ShopifyStandIn, type StandInOptions } from "./create-stand-in.ts";
import { signWebhook } from "./signatures.ts";

const domain = "trial.myshopify.com";
const scopes = ["read_orders", "read_all_orders", "read_customers"];
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(options: StandInOptions = {}) {
  const standIn = await createShopifyStandIn({ stores: [{ domain }], ...options });
  closing.push(() => standIn.close());
  return { standIn, store: standIn.store(domain) };
}

type Answer = { data: Record<string, unknown>; errors?: { message: string; extensions?: { code?: string } }[] };

async function ask(standIn: ShopifyStandIn, token: string, query: string, variables = {}) {
  const response = await fetch(`${standIn.url}/${domain}/admin/api/2026-10/graphql.json`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-shopify-access-token": token },
    body: JSON.stringify({ query, variables }),
  });
  const answer: Answer & { extensions: { cost: Record<string, unknown> } } = JSON.parse(await response.text());
  return { status: response.status, ...answer };
}

async function exchange(standIn: ShopifyStandIn, fields: Record<string, string>) {
  const { apiKey, apiSecret } = standIn.app;
  const response = await fetch(`${standIn.url}/${domain}/admin/oauth/access_token`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ client_id: apiKey, client_secret: apiSecret, ...fields }),
  });
  const answer: Record<string, string> = JSON.parse(await response.text());
  return { status: response.status, answer };
}

test("a webhook has the same signature as in Shopify's example", () => {
  expect(signWebhook("test_secret_key", '{"foo": "bar"}')).toBe("B23tXN681gZ0qIWNRrgtzBE9XSDo5yaUu6wfmhu3a7g=");
});

test("pages by cursor neither repeat nor skip what changes in between", async () => {
  let now = Date.parse("2026-11-01T00:00:00Z");
  const { standIn, store } = await start({ now: () => now });
  const token = store.addToken(scopes).accessToken;
  const orders = Array.from({ length: 7 }, () => {
    now += 60_000;
    return store.createOrder({ lineItems: [{ title: "Cup", price: "1" }] });
  });
  const query = `query ($after: String) { orders(first: 3, after: $after, sortKey: UPDATED_AT) {
    nodes { name } pageInfo { hasNextPage endCursor } } }`;
  type Page = { orders: { nodes: { name: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } };
  const names: string[] = [];
  let after: string | null = null;
  for (let page = 0; page < 4; page += 1) {
    const { data } = await ask(standIn, token, query, { after });
    const { nodes, pageInfo } = (data as Page).orders;
    names.push(...nodes.map(({ name }) => name));
    after = pageInfo.endCursor;
    if (!pageInfo.hasNextPage) break;
    now += 60_000;
    // The changed order moves to the end, where it is found again.
    if (page === 0) store.updateOrder(orders[0]?.id ?? 0, { note: "changed" });
  }
  expect(names).toEqual(["#1001", "#1002", "#1003", "#1004", "#1005", "#1006", "#1007", "#1001"]);
});

test("a query takes points from the bucket, returns those it did not need, and waits if there are none", async () => {
  let now = Date.parse("2026-11-01T00:00:00Z");
  const throttle = { maximumAvailable: 60, restoreRate: 10, largestQuery: 50 };
  const { standIn, store } = await start({ throttle, now: () => now });
  const token = store.addToken(scopes).accessToken;
  store.createOrder({ lineItems: [{ title: "Cup", price: "1" }] });
  const query = "query ($n: Int!) { orders(first: $n) { nodes { id lineItems(first: 2) { nodes { id } } } } }";
  // 2 points, and 9 times 5 (an order, and 2 and 2 for its lines); only one order with one line existed.
  const first = await ask(standIn, token, query, { n: 9 });
  expect(first.extensions.cost).toMatchObject({ requestedQueryCost: 47, actualQueryCost: 6 });
  expect(first.extensions.cost.throttleStatus).toMatchObject({ maximumAvailable: 60, currentlyAvailable: 54 });
  expect((await ask(standIn, token, query, { n: 10 })).errors?.[0]?.extensions?.code).toBe("MAX_COST_EXCEEDED");
  await ask(standIn, token, query, { n: 9 });
  await ask(standIn, token, query, { n: 9 });
  const refused = await ask(standIn, token, query, { n: 9 });
  expect(refused).toMatchObject({ status: 200, errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }] });
  now += 500;
  expect((await ask(standIn, token, query, { n: 9 })).errors).toBeUndefined();
});

test("a refresh token gives the same pair until the new one is used, and then nothing", async () => {
  const { standIn, store } = await start();
  const first = store.addToken(scopes, { isExpiring: true });
  const refresh = (token: string) => exchange(standIn, { grant_type: "refresh_token", refresh_token: token });
  const second = await refresh(first.refreshToken ?? "");
  expect(second.answer).toMatchObject({ expires_in: 3600, refresh_token_expires_in: 7_776_000 });
  expect((await ask(standIn, first.accessToken, "{ shop { name } }")).status).toBe(200);
  expect((await refresh(first.refreshToken ?? "")).answer.access_token).toBe(second.answer.access_token);
  const third = await refresh(second.answer.refresh_token ?? "");
  expect(third.answer.access_token).not.toBe(second.answer.access_token);
  expect(await refresh(first.refreshToken ?? "")).toEqual({
    status: 401,
    answer: { error: "invalid_request", error_description: "This request requires an active refresh_token" },
  });
});

test("a field that the stand-in lacks fails loudly, and one beyond the token's scopes is refused as Shopify does", async () => {
  const { standIn, store } = await start();
  const { accessToken } = store.addToken(["read_orders"]);
  store.createOrder({ createdAt: "2020-01-01T00:00:00Z", lineItems: [{ title: "Old", price: "1" }] });
  expect((await ask(standIn, accessToken, "{ shop { unitSystem } }")).status).toBe(501);
  expect((await ask(standIn, accessToken, "{ customers(first: 1) { nodes { id } } }")).errors?.[0]).toMatchObject({
    message: "Access denied for customers field. Required access: `read_customers` access scope.",
    extensions: { code: "ACCESS_DENIED" },
  });
  expect((await ask(standIn, accessToken, "{ ordersCount { count } }")).data).toEqual({ ordersCount: { count: 0 } });
  expect((await ask(standIn, "shpat_wrong", "{ shop { name } }")).status).toBe(401);
});

test("a change reaches its subscriber, also after a failure, signed and with the same id", async () => {
  const received: { headers: Record<string, unknown>; body: string }[] = [];
  const receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(received.length === 1 ? 500 : 200).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  closing.push(async () => void receiver.close());
  const address = receiver.address();
  const uri = `http://localhost:${typeof address === "object" && address ? address.port : 0}/hook`;
  const { standIn, store } = await start({ webhooks: { retryDelays: [5, 5] } });
  const token = store.addToken(scopes).accessToken;
  const create = `mutation ($uri: String) { webhookSubscriptionCreate(topic: ORDERS_CREATE, webhookSubscription: { uri: $uri }) {
    webhookSubscription { id } userErrors { message } } }`;
  expect((await ask(standIn, token, create, { uri })).data).toMatchObject({
    webhookSubscriptionCreate: { userErrors: [] },
  });
  const order = store.createOrder({ lineItems: [{ title: "Cup", price: "1.50", quantity: 2 }] });
  await standIn.courier.settled();
  const [first, second] = received;
  expect(second?.headers["x-shopify-webhook-id"]).toBe(first?.headers["x-shopify-webhook-id"]);
  expect(second?.headers).toMatchObject({
    "x-shopify-topic": "orders/create",
    "x-shopify-shop-domain": domain,
    "x-shopify-hmac-sha256": signWebhook(standIn.app.apiSecret, second?.body ?? ""),
  });
  expect(JSON.parse(second?.body ?? "")).toMatchObject({ id: order.id, total_price: "3.00", financial_status: "paid" });
});

test.each([
  ["product page", "{ orders(first: 250) { nodes { lineItems(first: 50) { nodes { id } } } } }", 2 + 11 * (1 + 2 + 7)],
  ["nodes", "{ nodes(ids: []) { ... on Order { lineItems(first: 5) { nodes { id } } } } }", 1 + 2 + 3],
])("a large page is priced as stores price it: %s", async (_what, query, cost) => {
  const { standIn, store } = await start({ throttle: { pricing: "measured" } });
  const token = store.addToken(scopes).accessToken;
  expect((await ask(standIn, token, query)).extensions.cost.requestedQueryCost).toBe(cost);
});
