import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TenantId } from "../../../platform/db/tenant.ts";
import { fromNow } from "../../../testing/from-now.ts";
import { openDesk } from "../../../testing/open-desk.ts";
import { sendStoreWebhook, signatureOf, type TestWebhook, webhookSecret } from "../../../testing/store/send-webhook.ts";
import { openWebhookDesk, shopOf, type WebhookDesk } from "../../../testing/store/webhook-desk.ts";

let desk: WebhookDesk;
let tenant: TenantId;
let other: TenantId;
beforeAll(async () => {
  desk = await openWebhookDesk();
});
beforeEach(async () => {
  tenant = await desk.connected();
  other = await desk.connected();
});
afterAll(() => desk.stop());

const effectsOf = (id: TenantId) => desk.effectsOf(id);
const nothing = { pending: [], jobs: [], deliveries: 0, requests: 0 };

const changed = (id: number | string = 820982911946154508n.toString()): TestWebhook => ({
  topic: "orders/updated",
  shop: shopOf(tenant),
  payload: `{"id": ${id}, "updated_at": "2026-11-22T09:00:00-05:00"}`,
});
const send = (webhook: Partial<TestWebhook> = {}) => sendStoreWebhook(desk, { ...changed(), ...webhook });

test("signs the platform's own example as the platform does", () => {
  expect(signatureOf('{"foo": "bar"}')).toBe("B23tXN681gZ0qIWNRrgtzBE9XSDo5yaUu6wfmhu3a7g=");
});

test("stores what a webhook names with one job, by its exact number, for its tenant only", async () => {
  expect(await send()).toEqual({ status: 200, code: null });
  expect(await effectsOf(tenant)).toEqual({
    pending: [{ kind: "order", id: "820982911946154508", times: 1 }],
    jobs: ["store.fetch-pending"],
    deliveries: 1,
    requests: 0,
  });
  expect(await effectsOf(other)).toEqual(nothing);
});

test("asks for news although something else is postponed", async () => {
  const later =
    "insert into shopify_pending (client_id, kind, resource_id, wanted_at) values ($1, 'order', '666', now() + interval '10 minutes')";
  await desk.asOwner(later, [tenant], tenant);
  await send();
  expect((await effectsOf(tenant)).jobs).toEqual(["store.fetch-pending"]);
});

const gid = (type: string, id: number) => `gid://shopify/${type}/${id}`;
test.each([
  ["orders/create", { id: 1 }, [["order", "1"]]],
  ["orders/updated", { id: 1 }, [["order", "1"]]],
  ["orders/paid", { id: 1 }, [["order", "1"]]],
  ["orders/cancelled", { id: 1 }, [["order", "1"]]],
  ["orders/fulfilled", { id: 1 }, [["order", "1"]]],
  ["orders/partially_fulfilled", { id: 1 }, [["order", "1"]]],
  ["orders/delete", { id: 1 }, [["order", "1"]]],
  ["orders/edited", { order_edit: { id: 7, order_id: 1 } }, [["order", "1"]]],
  ["fulfillments/create", { id: 7, order_id: 1 }, [["order", "1"]]],
  ["fulfillments/update", { id: 7, order_id: 1 }, [["order", "1"]]],
  ["fulfillment_events/create", { id: 7, fulfillment_id: 8, order_id: 1 }, [["order", "1"]]],
  ["refunds/create", { id: 7, order_id: 1 }, [["order", "1"]]],
  ["customers/create", { id: 2 }, [["customer", "2"]]],
  ["customers/update", { id: 2 }, [["customer", "2"]]],
  ["customers/delete", { id: 2 }, [["customer", "2"]]],
  [
    "customers/merge",
    {
      admin_graphql_api_customer_kept_id: gid("Customer", 2),
      admin_graphql_api_customer_deleted_id: gid("Customer", 3),
    },
    [
      ["customer", "2"],
      ["customer", "3"],
    ],
  ],
])("reads from %s the names %j", async (topic, payload, named) => {
  expect(await send({ topic, payload })).toEqual({ status: 200, code: null });
  const { pending } = await effectsOf(tenant);
  expect(pending).toEqual(named.map(([kind, id]) => ({ kind, id, times: 1 })));
});

const altered = (payload: string) => ({
  payload: `${payload} `,
  headers: { "x-shopify-hmac-sha256": signatureOf(payload) },
});
const header = (name: string, value: string | string[] | null) => ({ headers: { [`x-shopify-${name}`]: value } });
const body = String(changed().payload);
const hour = 3_600_000;
const ago = (ms: number) => fromNow({ ms: -ms });
test.each<[string, () => Partial<TestWebhook>, number, string]>([
  ["without a signature", () => header("hmac-sha256", null), 401, "webhook_signature_invalid"],
  ["with an empty signature", () => header("hmac-sha256", ""), 401, "webhook_signature_invalid"],
  [
    "with a signature of another secret",
    () => header("hmac-sha256", signatureOf(body, "x")),
    401,
    "webhook_signature_invalid",
  ],
  [
    "with a signature in hex",
    () => header("hmac-sha256", Buffer.from(signatureOf(body), "base64").toString("hex")),
    401,
    "webhook_signature_invalid",
  ],
  [
    "with a signature in base64url",
    () => header("hmac-sha256", signatureOf("x-_").replaceAll("+", "-").replaceAll("/", "_").replace("=", "")),
    401,
    "webhook_signature_invalid",
  ],
  [
    "with its signature twice",
    () => header("hmac-sha256", [signatureOf(body), signatureOf(body)]),
    401,
    "webhook_signature_invalid",
  ],
  [
    "with a wrong signature and a right one",
    () => header("hmac-sha256", [signatureOf("x"), signatureOf(body)]),
    401,
    "webhook_signature_invalid",
  ],
  ["with two topics", () => header("topic", ["orders/updated", "shop/redact"]), 401, "webhook_signature_invalid"],
  ["for two stores", () => header("shop-domain", [shopOf(tenant), shopOf(other)]), 401, "webhook_signature_invalid"],
  ["with two ids", () => header("webhook-id", [randomUUID(), randomUUID()]), 401, "webhook_signature_invalid"],
  ["with one more byte", () => altered(body), 401, "webhook_signature_invalid"],
  [
    "with another number",
    () => ({ ...altered(body), payload: body.replace("8209", "8208") }),
    401,
    "webhook_signature_invalid",
  ],
  [
    "without a body",
    () => ({ payload: "", ...header("hmac-sha256", signatureOf("x")) }),
    401,
    "webhook_signature_invalid",
  ],
  ["with an empty body that is signed", () => ({ payload: "" }), 422, "webhook_form_invalid"],
  [
    "packed, and signed as it was before",
    () => ({
      payload: gzipSync(body),
      headers: { "content-encoding": "gzip", "x-shopify-hmac-sha256": signatureOf(body) },
    }),
    401,
    "webhook_signature_invalid",
  ],
  [
    "packed, and signed as it is",
    () => ({ payload: gzipSync(body), headers: { "content-encoding": "gzip" } }),
    422,
    "webhook_form_invalid",
  ],
  ["of 6 MB", () => ({ payload: `{"id":1,"note":"${"x".repeat(6 * 1024 * 1024)}"}` }), 413, "request_too_large"],
  ["that is no JSON", () => ({ payload: "id=1" }), 422, "webhook_form_invalid"],
  ["that is no UTF-8", () => ({ payload: Buffer.from([0x22, 0xff, 0x22]) }), 422, "webhook_form_invalid"],
  [
    "nested a hundred thousand deep",
    () => ({ payload: `${"[".repeat(100_000)}${"]".repeat(100_000)}` }),
    422,
    "webhook_form_invalid",
  ],
  ["of a list", () => ({ payload: [{ id: 1 }] }), 422, "webhook_form_invalid"],
  ["of null", () => ({ payload: "null" }), 422, "webhook_form_invalid"],
  ["without an id in it", () => ({ payload: { name: "#1001" } }), 422, "webhook_form_invalid"],
  ["with an id that is none", () => ({ payload: { id: "1 or true" } }), 422, "webhook_form_invalid"],
  ["with a fraction for an id", () => ({ payload: '{"id": 1.5}' }), 422, "webhook_form_invalid"],
  ["with an exponent for an id", () => ({ payload: '{"id": 1e3}' }), 422, "webhook_form_invalid"],
  ["with a negative id", () => ({ payload: '{"id": -5}' }), 422, "webhook_form_invalid"],
  ["with an id of 30 digits", () => ({ payload: `{"id": ${"9".repeat(30)}}` }), 422, "webhook_form_invalid"],
  ["without a topic", () => header("topic", null), 422, "webhook_form_invalid"],
  ["with a topic that is none", () => header("topic", "orders"), 422, "webhook_form_invalid"],
  ["without a store", () => header("shop-domain", null), 422, "webhook_form_invalid"],
  ["of a store that is not here", () => header("shop-domain", "nobody.myshopify.com"), 404, "webhook_store_unknown"],
  ["of a host that is no store", () => header("shop-domain", "evil.example"), 404, "webhook_store_unknown"],
  ["with an id of odd signs", () => header("webhook-id", "a b'"), 422, "webhook_form_invalid"],
  ["that was triggered three days ago", () => header("triggered-at", ago(72 * hour)), 401, "webhook_out_of_time"],
  ["that was triggered tomorrow", () => header("triggered-at", ago(-24 * hour)), 401, "webhook_out_of_time"],
  ["that was triggered sometime", () => header("triggered-at", "yesterday"), 401, "webhook_out_of_time"],
])("refuses a webhook %s without a trace", async (_what, makings, status, code) => {
  expect(await send(makings())).toEqual({ status, code });
  for (const id of [tenant, other]) expect(await effectsOf(id)).toEqual(nothing);
});

test.each<[string, () => Partial<TestWebhook>]>([
  ["delivered four hours late", () => header("triggered-at", ago(4 * hour))],
  ["from a clock that is ahead a little", () => header("triggered-at", ago(-5 * 60_000))],
  ["with nine digits of a second", () => header("triggered-at", `${ago(0).slice(0, -5)}.123456789Z`)],
  ["without a time", () => header("triggered-at", null)],
  ["without an id", () => header("webhook-id", null)],
  [
    "in capital letters",
    () => ({ headers: { "x-shopify-shop-domain": shopOf(tenant).toUpperCase(), "x-shopify-topic": "Orders/Updated" } }),
  ],
  ["without a type", () => ({ headers: { "content-type": null } })],
  ["of a type with a character set", () => ({ headers: { "content-type": "application/json; charset=utf-8" } })],
  ["of 4 MB", () => ({ payload: `{"id":1,"note":"${"x".repeat(4 * 1024 * 1024)}"}` })],
  ["with another id deeper in it", () => ({ payload: `{"customer":{"id":9},"id":1,"line_items":[{"id":8}]}` })],
  ["with a page's origin", () => ({ headers: { origin: "https://admin.shopify.com" } })],
])("accepts a webhook %s", async (_what, makings) => {
  expect(await send(makings())).toEqual({ status: 200, code: null });
  expect(await effectsOf(tenant)).toMatchObject({ pending: [{ kind: "order", times: 1 }], deliveries: 1 });
});

test.each([
  ["products/update", { id: 1 }],
  ["carts/create", "{}"],
  ["orders/invented", { id: 1 }],
])("accepts %s, which names nothing stored here, and does nothing", async (topic, payload) => {
  expect(await send({ topic, payload })).toEqual({ status: 200, code: null });
  expect(await effectsOf(tenant)).toEqual(nothing);
});

test("treats two hundred copies at once as one", async () => {
  const headers = { "x-shopify-webhook-id": randomUUID() };
  const answers = await Promise.all(Array.from({ length: 200 }, () => send({ headers })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await effectsOf(tenant)).toMatchObject({
    pending: [{ times: 1 }],
    jobs: ["store.fetch-pending"],
    deliveries: 1,
  });
});

test("identifies a webhook without an id by its bytes and topic", async () => {
  for (const topic of ["orders/updated", "orders/updated", "orders/paid"])
    await send({ topic, headers: { "x-shopify-webhook-id": null } });
  expect(await effectsOf(tenant)).toMatchObject({ pending: [{ times: 2 }], deliveries: 2 });
});

test("loses none of three hundred different ones at once, and queues few jobs", async () => {
  const ids = Array.from({ length: 300 }, (_, index) => index + 1);
  const answers = await Promise.all(ids.map((id) => send(changed(1 + (id % 100)))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { pending, jobs, deliveries } = await effectsOf(tenant);
  expect(deliveries).toBe(300);
  expect(pending.map(({ times }) => times)).toEqual(Array(100).fill(3));
  // Those that came before the first was stored: at most one per connection.
  expect(jobs.length).toBeGreaterThan(0);
  expect(jobs.length).toBeLessThan(30);
});

test("treats the same id at another store as another webhook", async () => {
  const headers = { "x-shopify-webhook-id": randomUUID() };
  await send({ headers });
  await send({ headers, shop: shopOf(other) });
  for (const id of [tenant, other]) expect(await effectsOf(id)).toMatchObject({ deliveries: 1 });
});

test("refuses every webhook without the app's secret, whatever its signature", async () => {
  const bare = await openDesk({ roles: ["web"] });
  for (const secret of ["", "undefined", "null", webhookSecret]) {
    const signed = { "x-shopify-hmac-sha256": signatureOf(body, secret) };
    const answer = await sendStoreWebhook(bare, { ...changed(), headers: signed });
    expect(answer).toEqual({ status: 404, code: "webhook_disabled" });
  }
  await bare.stop();
});
