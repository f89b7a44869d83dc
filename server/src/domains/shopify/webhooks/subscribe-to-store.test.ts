import { parse, validate } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSchema } from "../../../../../stand-ins/shopify/graphql/load-schema.ts";
import { openToldDesk, type ToldDesk } from "../../../testing/store/told-desk.ts";
import * as subscriptions from "./subscribe-to-store.ts";
import { subscribeToStore } from "./subscribe-to-store.ts";

let app: ToldDesk;
beforeAll(async () => {
  app = await openToldDesk();
});
afterAll(() => app.stop());

const schema = loadSchema("2026-10");

test.each(
  Object.entries(subscriptions).flatMap(([name, query]) =>
    typeof query === "object" && "text" in query ? [[name, query.text]] : [],
  ),
)("subscribes to %s, which Shopify's schema has", (_name, text) => {
  expect(validate(schema, parse(text))).toEqual([]);
});

test("subscribes to Shopify's topics only", () => {
  const type = schema.getType("WebhookSubscriptionTopic");
  const topics = type && "getValues" in type ? type.getValues().map(({ name }) => name) : [];
  expect([...subscriptions.wantedTopics.keys()].filter((topic) => !topics.includes(topic))).toEqual([]);
});

test("subscribes a connected store to everything once, with the fewest fields", async () => {
  const { owner, store } = await app.connectStore();
  const readSubscriptions = () => store.state.subscriptions.map(({ topic, uri }) => `${topic} ${uri}`).sort();
  const wanted = [...subscriptions.wantedTopics.keys()]
    .map((topic) => `${topic} ${app.url}/api/shopify/webhooks`)
    .sort();
  expect(readSubscriptions()).toEqual(wanted);
  await subscribeToStore(app.services, owner.tenantId);
  expect(readSubscriptions()).toEqual(wanted);
  const { includeFields } = store.state.subscriptions.find(({ topic }) => topic === "ORDERS_UPDATED") ?? {};
  expect(includeFields).toEqual(["id", "updated_at"]);
});

test("renews what the platform dropped, and ends subscriptions to an earlier address", async () => {
  const { owner, store } = await app.connectStore();
  const [first, ...others] = store.state.subscriptions;
  if (!first) throw new Error("There are subscriptions");
  const before = { ...first, id: first.id + 100_000, uri: "https://before.example/api/shopify/webhooks" };
  const foreign = { ...first, id: first.id + 100_001, uri: "https://elsewhere.example/hook" };
  store.state.subscriptions = [...others, before, foreign];
  await subscribeToStore(app.services, owner.tenantId);
  const uris = store.state.subscriptions.map(({ uri }) => uri);
  expect(uris).toHaveLength(others.length + 2);
  expect(uris).not.toContain(before.uri);
  expect(uris).toContain(foreign.uri);
});

test.each([
  [
    "a website without https, at Shopify itself",
    { publicUrl: "http://desk.test", storeUrl: "https://{shop}", pasted: false },
  ],
  ["a pasted token", { publicUrl: "https://desk.test", storeUrl: null, pasted: true }],
])("asks for nothing for %s", async (_what, { publicUrl, storeUrl, pasted }) => {
  const { owner, store } = await app.connectStore();
  store.state.subscriptions = [];
  if (pasted) await app.asOwner("update shopify_stores set origin = 'manual'", [], owner.tenantId);
  const { settings } = app.services;
  const shopify = { ...settings.shopify, storeUrl: storeUrl ?? settings.shopify.storeUrl };
  await subscribeToStore({ ...app.services, settings: { ...settings, publicUrl, shopify } }, owner.tenantId);
  expect(store.state.subscriptions).toEqual([]);
});
