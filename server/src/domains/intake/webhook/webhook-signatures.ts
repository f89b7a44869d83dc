import { createHash, createHmac, createPublicKey, createVerify, type KeyObject, timingSafeEqual } from "node:crypto";
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

/**
 * Checks a signature over the body while it streams by: `update` takes its pieces, `check` fails when it does not fit, and
 * else gives what was signed in 32 bytes, the same for the same and no other.
 */
export type BodySignature = { update(piece: Buffer): void; check(): Buffer };

/** HMAC-SHA256 in hex over head and body, with or without `sha256=` before it: the form of our own webhook. */
export function hmacSignature(key: string, head: string, given: string | undefined): BodySignature {
  const signature = given?.replace(/^sha256=/, "").toLowerCase();
  // What has none is not read.
  if (!signature || !/^[\da-f]{64}$/.test(signature)) throw fail("webhook_signature_invalid");
  // Node reads the bytes of a header as Latin-1.
  const hmac = createHmac("sha256", key).update(head, "latin1");
  return {
    update: (piece) => hmac.update(piece),
    check() {
      const expected = hmac.digest();
      checkSecret(signature, expected.toString("hex"));
      return expected;
    },
  };
}

/** ECDSA over timestamp and body, in base64: SendGrid's signed webhooks. */
export function ecdsaSignature(key: KeyObject, timestamp: string, signature: string | undefined): BodySignature {
  if (!signature) throw fail("webhook_signature_invalid");
  const verify = createVerify("sha256").update(timestamp);
  // Of one text there are many signatures, which whoever has one can make of it.
  const signed = createHash("sha256").update(timestamp);
  return {
    update(piece) {
      verify.update(piece);
      signed.update(piece);
    },
    check() {
      if (!verify.verify(key, signature, "base64")) throw fail("webhook_signature_invalid");
      return signed.digest();
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

/** Fails unless Mailgun's signature fits: HMAC-SHA256 in hex over timestamp and token, which it gives again in 32 bytes. */
export function checkMailgun(key: string, form: { text(name: string): string | undefined }): Buffer {
  const timestamp = form.text("timestamp");
  const token = form.text("token");
  if (!timestamp || !token) throw fail("webhook_signature_invalid");
  const expected = createHmac("sha256", key)
    .update(timestamp + token)
    .digest();
  checkSecret(form.text("signature")?.toLowerCase(), expected.toString("hex"));
  checkAge(timestamp);
  return expected;
}

/** The password of HTTP's basic authentication (RFC 7617); undefined when there is none. */
export function basicPassword(authorization: string | undefined): string | undefined {
  const encoded = /^basic ([a-z\d+/=]{1,1000})$/i.exec(authorization ?? "")?.[1];
  const pair = encoded ? Buffer.from(encoded, "base64").toString("utf8") : "";
  return pair.includes(":") ? pair.slice(pair.indexOf(":") + 1) : undefined;
}
