import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { fromNow } from "../from-now.ts";
import type { Desk } from "../open-desk.ts";

/** The secret of the app, with which the tests sign webhooks. */
export const webhookSecret = "test_secret_key";

export type TestWebhook = {
  topic: string;
  shop: string;
  /** A string or bytes are sent unchanged. */
  payload: unknown;
  /** Replaces the platform's headers; null leaves a header out, and a list sends it several times. */
  headers?: Record<string, string | string[] | null>;
};

/** Signs a webhook's body as the platform does. */
export function signatureOf(body: string | Buffer, secret = webhookSecret): string {
  return createHmac("sha256", secret).update(body).digest("base64");
}

/** Sends a signed webhook of a store's platform; returns the server's response, whatever it is. */
export async function sendStoreWebhook(
  { url }: Pick<Desk, "url">,
  { topic, shop, payload, headers = {} }: TestWebhook,
): Promise<{ status: number; code: string | null }> {
  const body = typeof payload === "string" || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
  const all = {
    "content-type": "application/json",
    "x-shopify-topic": topic,
    "x-shopify-hmac-sha256": signatureOf(body),
    "x-shopify-shop-domain": shop,
    "x-shopify-webhook-id": randomUUID(),
    "x-shopify-triggered-at": fromNow({}),
    ...headers,
  };
  const given = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  const sent = request(`${url}/api/shopify/webhooks`, { method: "POST", headers: Object.fromEntries(given) });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const answer: { code?: string } = JSON.parse((await text(response)) || "{}");
  return { status: response.statusCode ?? 0, code: answer.code ?? null };
}
