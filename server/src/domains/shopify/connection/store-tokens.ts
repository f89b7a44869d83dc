import type { TenantId } from "../../../platform/db/tenant.ts";
import { seal, unseal } from "../../../platform/secrets/seal.ts";
import type { Services } from "../../../platform/services.ts";
import { refreshTokens, type TokenGrant } from "../../../platform/shopify/request-tokens.ts";
import { StoreFault, storeUrlOf } from "../../../platform/shopify/store-fault.ts";
import { replaceTokens, type SealedTokens, type StoreRow, selectConnection } from "./stores.queries.ts";

const sealedFor = (tenantId: TenantId, kind: "access" | "refresh") => ({
  tenantId,
  purpose: `shopify ${kind} token`,
});

/** Seals a grant for the database. */
export function sealGrant(secret: string, tenantId: TenantId, grant: TokenGrant, now: number): SealedTokens {
  const { accessToken, accessSeconds, refreshToken, refreshSeconds } = grant;
  return {
    access_token: seal(secret, sealedFor(tenantId, "access"), accessToken),
    refresh_token: refreshToken === null ? null : seal(secret, sealedFor(tenantId, "refresh"), refreshToken),
    access_expires_at: inSeconds(accessSeconds, now),
    refresh_expires_at: inSeconds(refreshSeconds, now),
  };
}

/** The access token of a store; null when it was sealed with another secret. */
export function openAccessToken(secret: string, tenantId: TenantId, store: StoreRow): string | null {
  return unseal(secret, sealedFor(tenantId, "access"), store.access_token);
}

/** The refresh token of a store; null when there is none or it was sealed with another secret. */
function openRefreshToken(secret: string, tenantId: TenantId, store: StoreRow): string | null {
  return store.refresh_token && unseal(secret, sealedFor(tenantId, "refresh"), store.refresh_token);
}

function inSeconds(seconds: number | null, now: number): string | null {
  return seconds === null ? null : new Date(now + seconds * 1000).toISOString();
}

/** Held while a store is connected or disconnected. */
export const tokensLock = "shopify-tokens";

/** Callers in this process that need the same new token share one exchange, rather than a database connection each. */
const underWay = new WeakMap<Services["db"]["pool"], Map<string, Promise<StoreRow>>>();

/**
 * Exchanges a store's tokens for new ones and saves them; returns the store with them. If another process did so
 * meanwhile, returns its tokens: until the new ones are used, the platform gives everybody with the old ones the same
 * pair, also after a process ended before saving. Rejects with a StoreFault.
 */
export function renewToken(services: Services, tenantId: TenantId, known: StoreRow): Promise<StoreRow> {
  const exchanges = underWay.get(services.db.pool) ?? new Map<string, Promise<StoreRow>>();
  underWay.set(services.db.pool, exchanges);
  const key = `${tenantId} ${known.access_token.toString("base64")}`;
  const already = exchanges.get(key);
  if (already) return already;
  const renewed = exchange(services, tenantId, known).finally(() => exchanges.delete(key));
  exchanges.set(key, renewed);
  return renewed;
}

/** Asks outside a transaction, so that a slow platform holds no database connection. */
async function exchange(services: Services, tenantId: TenantId, known: StoreRow): Promise<StoreRow> {
  const { db, settings } = services;
  const store = await readStore(services, tenantId, known);
  if (!store.access_token.equals(known.access_token)) return store;
  const refreshToken = openRefreshToken(settings.secret, tenantId, store);
  if (refreshToken === null) throw new StoreFault("revoked", "The access token cannot be renewed");
  if (!settings.shopify.app) throw new StoreFault("refused", "SHOPIFY_API_KEY and SHOPIFY_API_SECRET are not set");
  const storeUrl = storeUrlOf(settings.shopify.storeUrl, store.shop_domain);
  try {
    const grant = await refreshTokens(storeUrl, settings.shopify.app, refreshToken);
    const tokens = sealGrant(settings.secret, tenantId, grant, Date.now());
    const isKept = await db.withTenant(tenantId, (tx) => replaceTokens(tx, store.access_token, tokens));
    return isKept ? { ...store, ...tokens } : await readStore(services, tenantId, known);
  } catch (error) {
    if (!(error instanceof StoreFault) || error.kind !== "revoked") throw error;
    // Another process may have been faster and used its new token, which ends the old one.
    const now = await readStore(services, tenantId, known);
    if (now.access_token.equals(known.access_token)) throw error;
    return now;
  }
}

async function readStore({ db }: Services, tenantId: TenantId, known: StoreRow): Promise<StoreRow> {
  const store = await db.withTenant(tenantId, selectConnection);
  if (!store || store.id !== known.id) throw new StoreFault("revoked", "The store was disconnected meanwhile");
  return store;
}
