import type { StoreCredentials, StoreTestResult } from "@deskhand/contract/shopify";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import { type AdminApi, openAdminApi } from "../../../platform/shopify/admin-api.ts";
import { storeUrlOf } from "../../../platform/shopify/store-url.ts";
import { asStoreFailure } from "./as-store-failure.ts";
import { checkScopes } from "./check-scopes.ts";
import { countsQuery, describeShop, type Shop } from "./describe-shop.ts";
import { keepStore } from "./keep-store.ts";

/** Connects a store by a token that somebody made there, once the store has taken it. */
export async function saveToken(services: Services, actor: Actor, typed: StoreCredentials): Promise<void> {
  const shop = await usableShop(adminOf(services, typed));
  // It holds until somebody deletes it at the store.
  const endless = { accessSeconds: null, refreshToken: null, refreshSeconds: null, scopes: shop.scopes };
  const grant = { accessToken: typed.accessToken, ...endless };
  await keepStore(services, actor, { shop, grant, origin: "manual" });
}

/** Tries a domain and a token without keeping either. */
export function testToken(services: Services, typed: StoreCredentials): Promise<StoreTestResult> {
  return testStore(adminOf(services, typed));
}

/** Asks a store for its name and how much it has, which needs all that Deskhand may do there. */
export async function testStore(admin: AdminApi): Promise<StoreTestResult> {
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
