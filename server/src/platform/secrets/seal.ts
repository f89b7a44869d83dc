import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { TenantId } from "../db/tenant.ts";

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const cipher = "aes-256-gcm";

/** The tenant and purpose of a sealed text, which opens for no other. */
export type SealedFor = { tenantId: TenantId; purpose: string };

/**
 * Encrypts a text for the database (AES-256-GCM, NIST SP 800-38D) with a key derived from the installation's secret,
 * which is not in the database: a copy of the tables can neither be read nor moved to another tenant.
 */
export function seal(secret: string, { tenantId, purpose }: SealedFor, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, keyOf(secret, purpose), nonce, { authTagLength: tagBytes });
  sealing.setAAD(boundTo(tenantId, purpose));
  const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final()]);
  return Buffer.concat([Buffer.of(version), nonce, sealing.getAuthTag(), sealed]);
}

/**
 * Decrypts a sealed text; null if it was changed, belongs to another tenant or purpose, or was sealed with another
 * secret.
 */
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
    // Authentication failed: the decrypted text must not be used.
    return null;
  }
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(deriveKey(secret, `seal ${purpose}`), "hex");
}

function boundTo(tenantId: TenantId, purpose: string): Buffer {
  return Buffer.from(`${version} ${purpose} ${tenantId}`);
}

/** Derives a key for a purpose from the installation's secret (HKDF-SHA256, RFC 5869), as 64 hex digits. */
export function deriveKey(secret: string | Buffer, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "deskhand", purpose, 32)).toString("hex");
}
