import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isSignedQuery, isSignedWebhook } from "./signatures.ts";

const secret = "hush";
// Shopify's published example (shopify.dev: authorization code grant).
const text =
  "code=0907a61c0c8d55e99db179b68161bc00&shop=some-shop.myshopify.com&state=0.6784241404160823&timestamp=1337178173";
const hmac = "700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf";

test("accepts a query that Shopify signed, in any order", () => {
  expect(isSignedQuery(`${text}&hmac=${hmac}`, secret)).toBe(true);
  expect(isSignedQuery(`hmac=${hmac}&${text.split("&").reverse().join("&")}`, secret)).toBe(true);
});

test.each(["encoded", "plain"])("accepts values with special characters, %s when signed", (way) => {
  const host = "YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvYQ==";
  const signed = way === "encoded" ? `host=${encodeURIComponent(host)}&shop=a` : `host=${host}&shop=a`;
  const proof = createHmac("sha256", secret).update(signed).digest("hex");
  expect(isSignedQuery(`host=${encodeURIComponent(host)}&shop=a&hmac=${proof}`, secret)).toBe(true);
});

test.each([
  ["another value", `${text.replace("1337178173", "1337178174")}&hmac=${hmac}`],
  ["another shop", `${text.replace("some-shop", "other-shop")}&hmac=${hmac}`],
  ["one parameter more", `${text}&extra=1&hmac=${hmac}`],
  ["one less", `${text.replace(/&timestamp=\d+/, "")}&hmac=${hmac}`],
  ["a parameter twice", `${text}&shop=evil.myshopify.com&hmac=${hmac}`],
  ["the same twice", `${text}&shop=some-shop.myshopify.com&hmac=${hmac}`],
  ["two proofs", `${text}&hmac=${hmac}&hmac=${hmac}`],
  ["no proof", text],
  ["an empty proof", `${text}&hmac=`],
  ["half a proof", `${text}&hmac=${hmac.slice(0, 32)}`],
  ["a longer proof", `${text}&hmac=${hmac}00`],
  ["a proof that is no hex", `${text}&hmac=${"z".repeat(64)}`],
  ["parameters run together", `${text.replace("&state=", "%26state=")}&hmac=${hmac}`],
  ["nothing", ""],
])("%s is not signed", (_what, query) => {
  expect(isSignedQuery(query, secret)).toBe(false);
});

test("refuses another secret's signature", () => {
  expect(isSignedQuery(`${text}&hmac=${hmac}`, "hush ")).toBe(false);
});

test("checks a webhook's exact bytes", () => {
  const body = Buffer.from('{"id":1}');
  const proof = "VnKUjZsLuN5iZWjn5EntcBVCF9kMN43LglzCE1/GSeY=";
  expect(isSignedWebhook(body, proof, secret)).toBe(true);
  expect(isSignedWebhook(Buffer.from('{"id": 1}'), proof, secret)).toBe(false);
  expect(isSignedWebhook(body, proof, "other")).toBe(false);
  for (const wrong of ["", "x", proof.slice(1), Buffer.alloc(32).toString("base64")])
    expect(isSignedWebhook(body, wrong, secret)).toBe(false);
});
