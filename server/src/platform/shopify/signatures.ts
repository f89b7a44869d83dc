import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether Shopify signed a URL's query: `hmac` is the hex HMAC-SHA256 with the app's secret over all other parameters
 * sorted by name (shopify.dev: authorization code grant, "Verify the installation request"). Refuses repeated
 * parameters, as it is unclear which was signed.
 */
export function isSignedQuery(query: string, secret: string): boolean {
  const parameters = [...new URLSearchParams(query)];
  if (new Set(parameters.map(([key]) => key)).size !== parameters.length) return false;
  const signature = parameters.find(([key]) => key === "hmac")?.[1] ?? "";
  if (!/^[\da-f]{64}$/i.test(signature)) return false;
  const signed = parameters.filter(([key]) => key !== "hmac").sort(([a], [b]) => (a < b ? -1 : 1));
  // Shopify's own libraries encode the parameters in two ways. Both are accepted, as neither lets two queries have the same text.
  const texts = [new URLSearchParams(signed).toString(), signed.map(([key, value]) => escaped(key, value)).join("&")];
  return texts
    .map((text) => isSame(Buffer.from(signature, "hex"), createHmac("sha256", secret).update(text).digest()))
    .includes(true);
}

function escaped(key: string, value: string): string {
  const mask = (text: string) => text.replaceAll("%", "%25").replaceAll("&", "%26");
  return `${mask(key).replaceAll("=", "%3D")}=${mask(value)}`;
}

/** Whether Shopify signed a webhook's exact body: the header is its HMAC-SHA256 in base64. */
export function isSignedWebhook(body: Buffer, header: string, secret: string): boolean {
  return isSame(Buffer.from(header, "base64"), createHmac("sha256", secret).update(body).digest());
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
