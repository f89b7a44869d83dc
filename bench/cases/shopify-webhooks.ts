import { createHmac } from "node:crypto";
import { newId } from "../../server/src/platform/db/ids.ts";
import { orderStore } from "../data/make-order-store.ts";
import { shopifyApp } from "../data/people.ts";
import { HttpConnection } from "../load/http-client.ts";
import type { Case } from "./case.ts";

const path = "/api/shopify/webhooks";
let sent = 0;

/** Webhooks of a busy store, each signed, from its arrival to the 200: one of ten tells of an order that waits already. */
export const shopifyWebhooks: Case = {
  name: "shopify.webhooks",
  aim: { rps: 200 },
  hasBareSql: true,
  async open({ httpPort }, concurrency) {
    const connections = Array.from({ length: concurrency }, () => new HttpConnection(httpPort));
    return {
      async task(worker) {
        const connection = connections[worker];
        if (!connection) throw new RangeError("No such worker");
        sent += 1;
        const id = 5_000_000_000 + (sent % 10 === 0 ? sent - 5 : sent);
        const body = JSON.stringify({ id, updated_at: new Date() });
        const response = await connection.post(path, headersOf(body), body);
        if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}: ${response.body}`);
      },
      close() {
        for (const connection of connections) connection.close();
      },
    };
  },
};

function headersOf(body: string): string {
  const headers = {
    "x-shopify-topic": "orders/updated",
    "x-shopify-shop-domain": orderStore.shopDomain,
    "x-shopify-hmac-sha256": createHmac("sha256", shopifyApp.secret).update(body).digest("base64"),
    "x-shopify-webhook-id": newId(),
    "x-shopify-triggered-at": new Date().toISOString(),
  };
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}
