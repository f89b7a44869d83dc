import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { TenantId } from "../db/tenant.ts";

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const cipher = "aes-256-gcm";

/** Whose text it is and what it is for: what was sealed for one tenant and purpose opens for no other. */
export type SealedFor = { tenantId: TenantId; purpose: string };

/**
 * Encrypts a text for the database (AES-256-GCM, NIST SP 800-38D) under a key that is derived from the installation's secret,
 * which is not there: whoever has a copy of the tables cannot read it, nor move it to another tenant.
 */
export function seal(secret: string, { tenantId, purpose }: SealedFor, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, keyOf(secret, purpose), nonce, { authTagLength: tagBytes });
  sealing.setAAD(boundTo(tenantId, purpose));
  const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
  return Buffer.concat([Buffer.of(version), nonce, sealing.getAuthTag(), sealed]);
}

/** The text that was sealed; null when it was changed, belongs to somebody else or was sealed under another secret. */
export function unseal(secret: string, { tenantId, purpose }: SealedFor, sealed: Buffer): string | null {
  const head = 1 + nonceBytes + tagBytes;
  if (sealed.length < head || sealed[0] !== version) return null;
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const opening = createDecipheriv(cipher, keyOf(secret, purpose), nonce, { authTagLength: tagBytes });
  opening.setAAD(boundTo(tenantId, purpose));
  opening.setAuthTag(sealed.subarray(1 + nonceBytes, head));
  try {
    return Buffer.concat([opening.update(sealed.subarray(head)), opening.final()]).toString("utf8");
  } catch {
    // The tag does not fit: nothing of what was decrypted may be used.
    return null;
  }
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(deriveKey(secret, `seal ${purpose}`), "hex");
}

function boundTo(tenantId: TenantId, purpose: string): Buffer {
  return Buffer.from(`${version} ${purpose} ${tenantId}`);
}

/** A key for one purpose, derived from the installation's secret (HKDF-SHA256, RFC 5869), as 64 hex digits. */
export function deriveKey(secret: string | Buffer, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "deskhand", purpose, 32)).toString("hex");
}
