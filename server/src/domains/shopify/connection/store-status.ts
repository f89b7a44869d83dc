import type { StoreStatus } from "@deskhand/contract/shopify";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Settings } from "../../../platform/settings.ts";
import { standInUrlOf, storeUrlOf } from "../../../platform/shopify/store-fault.ts";
import { hasRemoval } from "./removals.queries.ts";
import { type StoreRow, selectConnection, setInstaller } from "./stores.queries.ts";

/** The state of the store connection; never a token. */
export async function storeStatus(tx: TenantTx, settings: Settings): Promise<StoreStatus> {
  const offers = {
    wantedScopes: [...settings.shopify.scopes],
    canConnectByOauth: settings.shopify.app !== null,
    isSelfTestOffered: !settings.isProduction,
    standInUrl: settings.isProduction ? null : standInUrlOf(settings.shopify.storeUrl),
  };
  const store = await selectConnection(tx);
  if (!store) return { ...noStore, ...offers, isRemoving: await hasRemoval(tx) };
  return {
    state: needsReconnecting(store) ? "reconnect" : "connected",
    shopDomain: store.shop_domain,
    shopName: store.shop_name,
    origin: store.origin,
    scopes: store.scopes,
    connectedAt: store.connected_at,
    lastSyncAt: store.last_synced_at,
    hasWebhooks: store.webhooks_since !== null,
    adminUrl: `${storeUrlOf(settings.shopify.storeUrl, store.shop_domain)}/admin`,
    ...offers,
    isRemoving: false,
  };
}

/** Confirms that a store is the tenant's, and records who connected it. */
export async function associateStore(
  tx: TenantTx,
  settings: Settings,
  userId: string,
  shopDomain: string,
): Promise<StoreStatus> {
  if (!(await setInstaller(tx, shopDomain, userId))) throw fail("store_not_connected");
  return storeStatus(tx, settings);
}

const noStore = {
  state: "none",
  shopDomain: null,
  shopName: null,
  origin: null,
  scopes: [],
  connectedAt: null,
  lastSyncAt: null,
  hasWebhooks: false,
  adminUrl: null,
} satisfies Partial<StoreStatus>;

function needsReconnecting({ revoked_at, refresh_expires_at }: StoreRow): boolean {
  return revoked_at !== null || (refresh_expires_at !== null && Date.parse(refresh_expires_at) <= Date.now());
}
