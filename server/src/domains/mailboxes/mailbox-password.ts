import type { TenantId } from "../../platform/db/tenant.ts";
import { seal, unseal } from "../../platform/secrets/seal.ts";

const purpose = "mailbox password";

/** Seals a mailbox's password for the database. */
export function sealPassword(secret: string, tenantId: TenantId, password: string): Buffer {
  return seal(secret, { tenantId, purpose }, password);
}

/** Opens it; null if it was sealed under another secret of the installation. */
export function openPassword(secret: string, tenantId: TenantId, sealed: Buffer): string | null {
  return unseal(secret, { tenantId, purpose }, sealed);
}
