import { afterAll, beforeAll, expect, test } from "vitest";
import { sendStoreWebhook } from "../../../testing/store/send-webhook.ts";
import { openWebhookDesk, shopOf, type WebhookDesk } from "../../../testing/store/webhook-desk.ts";

let desk: WebhookDesk;
beforeAll(async () => {
  desk = await openWebhookDesk();
});
afterAll(() => desk.stop());

const customer = { id: 5, email: "ines@customer.test", phone: "+351912345678" };
const data_request = { id: 9999 };
/**
 * The platform's payload for each topic, besides the store's id and domain, and what a store without orders may leave
 * out.
 */
const bodies: Record<string, object[]> = {
  "customers/data_request": [
    { orders_requested: [1, 2], customer, data_request },
    { orders_requested: [], customer, data_request },
    { customer, data_request },
    { orders_requested: [], customer },
  ],
  "customers/redact": [
    { customer, orders_to_redact: [1, 2] },
    { customer, orders_to_redact: [] },
    { customer, orders_to_redact: null },
  ],
  "shop/redact": [{}],
  "app/uninstalled": [{ id: 1, name: "Lumen", email: "owner@shop.test" }],
};
const topics = Object.keys(bodies);
const cases = topics.flatMap((sentAs) =>
  topics.flatMap((signedFor) => (bodies[signedFor] ?? []).map((body) => ({ sentAs, signedFor, body }))),
);

test.each(cases)("refuses $signedFor sent as $sentAs, with $body", async ({ sentAs, signedFor, body }) => {
  const tenant = await desk.connected();
  const shop = shopOf(tenant);
  const store = signedFor === "app/uninstalled" ? { domain: shop, myshopify_domain: shop } : { shop_domain: shop };
  const { status } = await sendStoreWebhook(desk, { topic: sentAs, shop, payload: { shop_id: 1, ...store, ...body } });
  const isTaken = sentAs === signedFor;
  expect(status).toBe(isTaken ? 200 : 422);
  expect((await desk.effectsOf(tenant)).requests).toBe(isTaken ? 1 : 0);
});
