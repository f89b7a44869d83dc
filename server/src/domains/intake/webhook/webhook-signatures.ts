import { createHash, createHmac, createPublicKey, createVerify, type KeyObject, timingSafeEqual } from "node:crypto";
import { limits } from "@deskhand/contract/limits";
import { fail } from "../../../platform/fail.ts";

/** Fails unless a signature's time, in seconds since 1970, is within 15 minutes of now. */
export function checkAge(timestamp: string | undefined, now: number = Date.now()): void {
  if (!timestamp || !/^\d{9,12}$/.test(timestamp)) throw fail("webhook_signature_invalid");
  if (Math.abs(now - Number(timestamp) * 1000) > limits.webhookMaxAgeMs) throw fail("webhook_too_old");
}

/** Fails unless two secrets are equal, in constant time. */
export function checkSecret(given: string | undefined, expected: string): void {
  const digest = (text: string) => createHmac("sha256", "compare").update(text).digest();
  if (given === undefined || !timingSafeEqual(digest(given), digest(expected))) throw fail("webhook_signature_invalid");
}

/**
 * Checks a signature over a streamed body: `update` takes its pieces, and `check` fails if the signature is wrong, else returns
 * 32 bytes that identify what was signed.
 */
export type BodySignature = { update(piece: Buffer): void; check(): Buffer };

/** Checks our own webhook's signature: HMAC-SHA256 in hex over head and body, with or without `sha256=` before it. */
export function hmacSignature(key: string, head: string, given: string | undefined): BodySignature {
  const signature = given?.replace(/^sha256=/, "").toLowerCase();
  // A request without a signature is refused before its body is read.
  if (!signature || !/^[\da-f]{64}$/.test(signature)) throw fail("webhook_signature_invalid");
  // Node decodes header bytes as Latin-1.
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

/** Checks SendGrid's signature: ECDSA over timestamp and body, in base64. */
export function ecdsaSignature(key: KeyObject, timestamp: string, signature: string | undefined): BodySignature {
  if (!signature) throw fail("webhook_signature_invalid");
  const verify = createVerify("sha256").update(timestamp);
  // Hashes the text instead of the signature, because one ECDSA signature can be turned into others for the same text.
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

/** Reads SendGrid's verification key (base64 of a DER public key); null if the setting is a token instead. */
export function readPublicKey(setting: string): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(setting, "base64"), format: "der", type: "spki" });
  } catch {
    // The setting is no key, so it is the token in the webhook's address.
    return null;
  }
}

/** Fails unless Mailgun's signature is right, HMAC-SHA256 over timestamp and token in hex, and returns its 32 bytes. */
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

/** Returns the password of HTTP basic authentication (RFC 7617); undefined if there is none. */
export function basicPassword(authorization: string | undefined): string | undefined {
  const encoded = /^basic ([a-z\d+/=]{1,1000})$/i.exec(authorization ?? "")?.[1];
  const pair = encoded ? Buffer.from(encoded, "base64").toString("utf8") : "";
  return pair.includes(":") ? pair.slice(pair.indexOf(":") + 1) : undefined;
}
