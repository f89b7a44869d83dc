import { createHmac, randomBytes } from "node:crypto";

/** Returns X-Shopify-Hmac-Sha256: base64 over the bytes of the body. */
export function signWebhook(secret: string, body: string): string {
  return createHmac("sha256", secret).update(body).digest("base64");
}

/** Returns the query with its `hmac`: hex over the other parameters, sorted by name. */
export function signQuery(secret: string, parameters: Record<string, string>): URLSearchParams {
  const sorted = new URLSearchParams(Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1)));
  const hmac = createHmac("sha256", secret).update(sorted.toString()).digest("hex");
  return new URLSearchParams([...sorted, ["hmac", hmac]]);
}

/** Returns a prefix and 32 hexadecimal digits, like Shopify's tokens. */
export function randomToken(prefix: string): string {
  return `${prefix}${randomBytes(16).toString("hex")}`;
}
