import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether the query of an address was signed by the platform: `hmac` is the HMAC-SHA256 in hex, under the app's secret, of all
 * other parameters in the order of their names (shopify.dev: authorization code grant, "Verify the installation request").
 * A parameter that stands there twice is refused, as nobody could say which of the two was signed.
 */
export function isSignedQuery(query: string, secret: string): boolean {
  const parameters = [...new URLSearchParams(query)];
  if (new Set(parameters.map(([key]) => key)).size !== parameters.length) return false;
  const given = parameters.find(([key]) => key === "hmac")?.[1] ?? "";
  if (!/^[\da-f]{64}$/i.test(given)) return false;
  const signed = parameters.filter(([key]) => key !== "hmac").sort(([a], [b]) => (a < b ? -1 : 1));
  // The platform's own libraries differ in what they encode; each of both ways stands for one list of parameters alone.
  const texts = [new URLSearchParams(signed).toString(), signed.map(([key, value]) => escaped(key, value)).join("&")];
  return texts
    .map((text) => isSame(Buffer.from(given, "hex"), createHmac("sha256", secret).update(text).digest()))
    .includes(true);
}

function escaped(key: string, value: string): string {
  const mask = (text: string) => text.replaceAll("%", "%25").replaceAll("&", "%26");
  return `${mask(key).replaceAll("=", "%3D")}=${mask(value)}`;
}

/** Whether a webhook's body, byte for byte, was signed by the platform: the header is its HMAC-SHA256 in base64. */
export function isSignedWebhook(body: Buffer, header: string, secret: string): boolean {
  return isSame(Buffer.from(header, "base64"), createHmac("sha256", secret).update(body).digest());
}

function isSame(given: Buffer, right: Buffer): boolean {
  return given.length === right.length && timingSafeEqual(given, right);
}
