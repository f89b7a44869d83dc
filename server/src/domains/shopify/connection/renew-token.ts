import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantId } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import { refreshTokens } from "../../../platform/shopify/request-tokens.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import { storeUrlOf } from "../../../platform/shopify/store-url.ts";
import { openRefreshToken, sealGrant } from "./sealed-tokens.ts";
import { replaceTokens, type StoreRow, selectConnection } from "./stores.queries.ts";

/** Whoever writes a store's tokens holds it: a refresh token is exchanged by one at a time. */
export const tokensLock = "shopify-tokens";

/** Those of this process who need the same new token wait for one exchange, and not each with a connection of the pool. */
const underWay = new WeakMap<Services, Map<string, Promise<StoreRow>>>();

/**
 * Exchanges the tokens of a store for new ones and keeps them; returns the store with them. Where somebody else has done so
 * meanwhile, theirs are returned. The answer is kept in the transaction that asked for it: should the process end in between,
 * the platform takes the old refresh token again, as nobody has used the new tokens. Rejects with a StoreFault.
 */
export function renewToken(services: Services, tenantId: TenantId, known: StoreRow): Promise<StoreRow> {
  const here = underWay.get(services) ?? new Map<string, Promise<StoreRow>>();
  underWay.set(services, here);
  const key = `${tenantId} ${known.access_token.toString("base64")}`;
  const already = here.get(key);
  if (already) return already;
  const renewed = exchange(services, tenantId, known).finally(() => here.delete(key));
  here.set(key, renewed);
  return renewed;
}

function exchange(services: Services, tenantId: TenantId, known: StoreRow): Promise<StoreRow> {
  const { db, settings } = services;
  return db.withTenant(tenantId, async (tx) => {
    await lockName(tx, tokensLock);
    const store = await selectConnection(tx);
    if (!store || store.shop_domain !== known.shop_domain)
      throw new StoreFault("revoked", "The store was disconnected meanwhile");
    if (!store.access_token.equals(known.access_token)) return store;
    const refreshToken = openRefreshToken(settings.secret, tenantId, store);
    if (refreshToken === null) throw new StoreFault("revoked", "The access token cannot be renewed");
    if (!settings.shopify.app) throw new StoreFault("refused", "SHOPIFY_API_KEY and SHOPIFY_API_SECRET are not set");
    const storeUrl = storeUrlOf(settings.shopify.storeUrl, store.shop_domain);
    const grant = await refreshTokens(storeUrl, settings.shopify.app, refreshToken);
    const tokens = sealGrant(settings.secret, tenantId, grant, Date.now());
    await replaceTokens(tx, store.access_token, tokens);
    return { ...store, ...tokens };
  });
}
