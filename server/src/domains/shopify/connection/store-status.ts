import { createHmac } from "node:crypto";
import type { SelfTest, StoreStatus } from "@deskhand/contract/shopify";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { Failure, fail } from "../../../platform/fail.ts";
import { seal, unseal } from "../../../platform/secrets/seal.ts";
import type { Services } from "../../../platform/services.ts";
import type { Settings } from "../../../platform/settings.ts";
import { isSignedQuery } from "../../../platform/shopify/signatures.ts";
import { StoreFault, standInUrlOf, storeUrlOf } from "../../../platform/shopify/store-fault.ts";
import { hasRemoval } from "./removals.queries.ts";
import { testSavedStore } from "./save-token.ts";
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

/** Tries every part of the connection in turn and reports the results. Outside production only. */
export async function selfTest(services: Services, tenantId: TenantId): Promise<SelfTest> {
  const { settings, db } = services;
  if (settings.isProduction) throw fail("not_found");
  const { app, apiVersion, storeUrl } = settings.shopify;
  const store = await db.withTenant(tenantId, selectConnection);
  return {
    checks: [
      { name: "Settings", passed: true, detail: `Admin API ${apiVersion} at ${storeUrl}` },
      {
        name: "Shopify app",
        passed: app !== null,
        detail: app ? `Client id ${app.key}` : "SHOPIFY_API_KEY is not set",
      },
      await check("Encryption", async () => tryEncryption(settings.secret, tenantId)),
      await check("Signatures", async () => trySignatures(app?.secret ?? settings.secret)),
      await check("Store", async () => {
        if (!store) throw fail("store_not_connected");
        const { shopName, customers, orders } = await testSavedStore(services, tenantId);
        return `${shopName} has ${customers} customers and ${orders} orders`;
      }),
    ],
  };
}

async function check(name: string, work: () => Promise<string>): Promise<SelfTest["checks"][number]> {
  try {
    return { name, passed: true, detail: await work() };
  } catch (error) {
    // Faults of the connection are the result; anything else is our own fault.
    if (!(error instanceof Failure) && !(error instanceof StoreFault)) throw error;
    return { name, passed: false, detail: error.message };
  }
}

function tryEncryption(secret: string, tenantId: TenantId): string {
  const sealedFor = { tenantId, purpose: "self-test" };
  const text = "a token";
  if (unseal(secret, sealedFor, seal(secret, sealedFor, text)) !== text)
    throw new Error("What is sealed does not open");
  return "Tokens are sealed and open again";
}

function trySignatures(secret: string): string {
  const query = "shop=a.myshopify.com&timestamp=1";
  const hmac = createHmac("sha256", secret).update(query).digest("hex");
  if (!isSignedQuery(`${query}&hmac=${hmac}`, secret) || isSignedQuery(`${query}1&hmac=${hmac}`, secret))
    throw new Error("Signatures are not told apart");
  return "Right signatures are taken, wrong ones refused";
}
