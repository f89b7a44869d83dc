import { createHmac } from "node:crypto";
import { secretPrefix } from "./webhook-secret.ts";

/**
 * Signs a delivery by the rules of Standard Webhooks (standardwebhooks.com): HMAC-SHA256 over its id, its time in seconds and its body.
 */
export function signDelivery(secret: string, id: string, seconds: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature}`,
  };
}
