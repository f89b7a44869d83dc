import type { StoreCredentials, StoreTestResult } from "@deskhand/contract/shopify";
import type { TenantId } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import { type AdminApi, openAdminApi } from "../../../platform/shopify/admin-api.ts";
import { StoreFault, storeUrlOf } from "../../../platform/shopify/store-fault.ts";
import { afterConnectingJob } from "../job-kinds.ts";
import { checkScopes, countsQuery, describeShop, type Shop } from "./describe-shop.ts";
import { keepStore } from "./keep-store.ts";
import { openKeptStore } from "./open-store.ts";
import { clearRevoked } from "./stores.queries.ts";

/** Connects a store by a token made there by hand, once the store has accepted it. */
export async function saveToken(services: Services, actor: Actor, typed: StoreCredentials): Promise<void> {
  const shop = await usableShop(adminOf(services, typed));
  // It is valid until somebody deletes it at the store.
  const endless = { accessSeconds: null, refreshToken: null, refreshSeconds: null, scopes: shop.scopes };
  const grant = { accessToken: typed.accessToken, ...endless };
  await keepStore(services, actor, { shop, grant, origin: "manual" });
}

/** Tries a domain and a token without saving either. */
export function testToken(services: Services, typed: StoreCredentials): Promise<StoreTestResult> {
  return testStore(adminOf(services, typed));
}

/** Asks a store for its name and counts, which needs every permission Deskhand uses. */
async function testStore(admin: AdminApi): Promise<StoreTestResult> {
  const { shopDomain, shopName } = await usableShop(admin);
  const counts = await asStoreFailure(() => admin.ask(countsQuery, {}));
  return { shopDomain, shopName, ...counts };
}

async function usableShop(admin: AdminApi): Promise<Shop> {
  const shop = await asStoreFailure(() => describeShop(admin));
  checkScopes(shop.scopes);
  return shop;
}

function adminOf({ settings }: Services, { shopDomain, accessToken }: StoreCredentials): AdminApi {
  const { storeUrl, apiVersion, patience } = settings.shopify;
  return openAdminApi({ storeUrl: storeUrlOf(storeUrl, shopDomain), apiVersion, accessToken }, patience.person);
}

/** Tries the saved connection, also one marked as refused: it is used again when the store accepts its token. */
export async function testSavedStore(services: Services, tenantId: TenantId): Promise<StoreTestResult> {
  const admin = await openKeptStore(services, tenantId, services.settings.shopify.patience.person);
  if (!admin) throw fail("store_not_connected");
  const result = await testStore(admin);
  await services.db.withTenant(tenantId, async (tx) => {
    if (!(await clearRevoked(tx, result.shopDomain))) return;
    await emit(tx, "store.changed", { isConnected: true });
    await services.jobs.enqueue(tx, afterConnectingJob, {});
  });
  return result;
}

/** Runs a request to a store; a fault of the store becomes an error of the catalogue. */
async function asStoreFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    throw fail(error.kind === "revoked" || error.kind === "refused" ? "store_refused" : "store_unreachable");
  }
}
