import { hkdfSync } from "node:crypto";

/** A key for one purpose, derived from the installation's secret (HKDF-SHA256, RFC 5869), as 64 hex digits. */
export function deriveKey(secret: string | Buffer, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "deskhand", purpose, 32)).toString("hex");
}
