import type { TenantId } from "../../../platform/db/tenant.ts";
import { seal, unseal } from "../../../platform/seal.ts";
import type { TokenGrant } from "../../../platform/shopify/request-tokens.ts";
import type { SealedTokens, StoreRow } from "./stores.queries.ts";

const sealedFor = (tenantId: TenantId, which: "access" | "refresh") => ({
  tenantId,
  purpose: `shopify ${which} token`,
});

/** What was granted, as the database keeps it. */
export function sealGrant(secret: string, tenantId: TenantId, grant: TokenGrant, now: number): SealedTokens {
  const { accessToken, accessSeconds, refreshToken, refreshSeconds } = grant;
  return {
    access_token: seal(secret, sealedFor(tenantId, "access"), accessToken),
    refresh_token: refreshToken === null ? null : seal(secret, sealedFor(tenantId, "refresh"), refreshToken),
    access_expires_at: inSeconds(accessSeconds, now),
    refresh_expires_at: inSeconds(refreshSeconds, now),
  };
}

/** The access token of a store; null when it does not open: it was sealed under another secret. */
export function openAccessToken(secret: string, tenantId: TenantId, store: StoreRow): string | null {
  return unseal(secret, sealedFor(tenantId, "access"), store.access_token);
}

/** The refresh token of a store; null when there is none or it does not open. */
export function openRefreshToken(secret: string, tenantId: TenantId, store: StoreRow): string | null {
  return store.refresh_token && unseal(secret, sealedFor(tenantId, "refresh"), store.refresh_token);
}

function inSeconds(seconds: number | null, now: number): string | null {
  return seconds === null ? null : new Date(now + seconds * 1000).toISOString();
}
