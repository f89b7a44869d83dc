import { randomBytes } from "node:crypto";
import type { TenantId } from "../../platform/db/tenant.ts";
import { seal, unseal } from "../../platform/secrets/seal.ts";

const purpose = "webhook secret";
/** How Standard Webhooks begins a secret; the rest is base64. */
export const secretPrefix = "whsec_";

/** Makes a secret as Standard Webhooks writes it: 32 random bytes. */
export function newWebhookSecret(): string {
  return secretPrefix + randomBytes(32).toString("base64");
}

/** Seals what signs a webhook's deliveries. */
export function sealWebhookSecret(secret: string, tenantId: TenantId, own: string): Buffer {
  return seal(secret, { tenantId, purpose }, own);
}

/** Opens it; null if it was sealed under another secret of the installation. */
export function openWebhookSecret(secret: string, tenantId: TenantId, sealed: Buffer): string | null {
  return unseal(secret, { tenantId, purpose }, sealed);
}
