import type { TenantId } from "../../../platform/db/tenant.ts";
import { seal, unseal } from "../../../platform/secrets/seal.ts";
import type { Services } from "../../../platform/services.ts";
import { refreshTokens, type TokenGrant } from "../../../platform/shopify/request-tokens.ts";
import { StoreFault, storeUrlOf } from "../../../platform/shopify/store-fault.ts";
import { replaceTokens, type SealedTokens, type StoreRow, selectConnection } from "./stores.queries.ts";

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
function openRefreshToken(secret: string, tenantId: TenantId, store: StoreRow): string | null {
  return store.refresh_token && unseal(secret, sealedFor(tenantId, "refresh"), store.refresh_token);
}

function inSeconds(seconds: number | null, now: number): string | null {
  return seconds === null ? null : new Date(now + seconds * 1000).toISOString();
}

/** Whoever connects or disconnects a store holds it. */
export const tokensLock = "shopify-tokens";

/** Those of this process who need the same new token wait for one exchange, and not each with a connection of the pool. */
const underWay = new WeakMap<Services["db"]["pool"], Map<string, Promise<StoreRow>>>();

/**
 * Exchanges the tokens of a store for new ones and keeps them; returns the store with them. Where somebody else has done so
 * meanwhile, theirs are returned: until the new tokens are used, the platform gives whoever has the old ones the same pair, also
 * after a process that ended before it kept them. Rejects with a StoreFault.
 */
export function renewToken(services: Services, tenantId: TenantId, known: StoreRow): Promise<StoreRow> {
  const here = underWay.get(services.db.pool) ?? new Map<string, Promise<StoreRow>>();
  underWay.set(services.db.pool, here);
  const key = `${tenantId} ${known.access_token.toString("base64")}`;
  const already = here.get(key);
  if (already) return already;
  const renewed = exchange(services, tenantId, known).finally(() => here.delete(key));
  here.set(key, renewed);
  return renewed;
}

/** Asks without a transaction: a platform that is slow to answer holds no connection to the database. */
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
    // Another process may have been faster and used what it got, which ends the old token.
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
