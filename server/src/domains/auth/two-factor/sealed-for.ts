import type { TenantId } from "../../../platform/db/tenant.ts";
import type { SealedFor } from "../../../platform/seal.ts";

/** How the keys of authenticator apps are sealed. */
export const sealedFor = (tenantId: TenantId): SealedFor => ({ tenantId, purpose: "authenticator key" });
