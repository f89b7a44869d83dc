import { createHmac, createPublicKey, createVerify, type KeyObject, timingSafeEqual } from "node:crypto";
import { limits } from "@deskhand/contract/limits";
import { fail } from "../../../platform/fail.ts";

/** Fails unless a signature's time, in seconds since 1970, is within 15 minutes of now. */
export function checkAge(timestamp: string | undefined, now: number = Date.now()): void {
  if (!timestamp || !/^\d{9,12}$/.test(timestamp)) throw fail("webhook_signature_invalid");
  if (Math.abs(now - Number(timestamp) * 1000) > limits.webhookMaxAgeMs) throw fail("webhook_too_old");
}

/** Fails unless two secrets are equal; reveals nothing by the time it takes. */
export function checkSecret(given: string | undefined, expected: string): void {
  const digest = (text: string) => createHmac("sha256", "compare").update(text).digest();
  if (given === undefined || !timingSafeEqual(digest(given), digest(expected))) throw fail("webhook_signature_invalid");
}

/** Checks a signature over the body while it streams by: `update` takes its pieces, `check` fails when it does not fit. */
export type BodySignature = { update(piece: Buffer): void; check(): void };

/** HMAC-SHA256 in hex over `{timestamp}.{body}`, with or without `sha256=` before it: the form of our own webhook. */
export function hmacSignature(key: string, timestamp: string, signature: string | undefined): BodySignature {
  const hmac = createHmac("sha256", key).update(`${timestamp}.`);
  return {
    update: (piece) => hmac.update(piece),
    check: () => checkSecret(signature?.replace(/^sha256=/, "").toLowerCase(), hmac.digest("hex")),
  };
}

/** ECDSA over timestamp and body, in base64: SendGrid's signed webhooks. */
export function ecdsaSignature(key: KeyObject, timestamp: string, signature: string | undefined): BodySignature {
  const verify = createVerify("sha256").update(timestamp);
  return {
    update: (piece) => verify.update(piece),
    check() {
      if (!signature || !verify.verify(key, signature, "base64")) throw fail("webhook_signature_invalid");
    },
  };
}

/** SendGrid's verification key (base64 of a DER public key); null when the setting is a token instead. */
export function readPublicKey(setting: string): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(setting, "base64"), format: "der", type: "spki" });
  } catch {
    // No key: then it is the token that stands in the webhook's address.
    return null;
  }
}

/** Fails unless Mailgun's signature fits: HMAC-SHA256 in hex over timestamp and token. */
export function checkMailgun(key: string, form: { text(name: string): string | undefined }): void {
  const timestamp = form.text("timestamp");
  const token = form.text("token");
  if (!timestamp || !token) throw fail("webhook_signature_invalid");
  const expected = createHmac("sha256", key)
    .update(timestamp + token)
    .digest("hex");
  checkSecret(form.text("signature")?.toLowerCase(), expected);
  checkAge(timestamp);
}

/** The password of HTTP's basic authentication (RFC 7617); undefined when there is none. */
export function basicPassword(authorization: string | undefined): string | undefined {
  const encoded = /^basic ([a-z\d+/=]{1,1000})$/i.exec(authorization ?? "")?.[1];
  const pair = encoded ? Buffer.from(encoded, "base64").toString("utf8") : "";
  return pair.includes(":") ? pair.slice(pair.indexOf(":") + 1) : undefined;
}
