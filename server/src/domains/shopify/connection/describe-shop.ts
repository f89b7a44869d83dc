import { isStoreDomain, storeScopes } from "@deskhand/contract/shopify";
import * as z from "zod";
import { fail } from "../../../platform/fail.ts";
import type { AdminApi, AdminQuery } from "../../../platform/shopify/admin-api.ts";

/** A store's own description, and the scopes of our token. */
export type Shop = { shopDomain: string; shopName: string; scopes: string[] };

export const shopQuery: AdminQuery<Shop> = {
  text: `query DeskhandShop {
    shop { name myshopifyDomain }
    currentAppInstallation { accessScopes { handle } }
  }`,
  answer: z
    .object({
      shop: z.object({
        name: z.string(),
        myshopifyDomain: z.string().toLowerCase().refine(isStoreDomain),
      }),
      currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
    })
    .transform(({ shop, currentAppInstallation }) => ({
      shopDomain: shop.myshopifyDomain,
      shopName: shop.name.slice(0, 255),
      scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle).sort(),
    })),
};

export const countsQuery: AdminQuery<{ customers: number; orders: number }> = {
  text: `query DeskhandCounts {
    customersCount(limit: null) { count }
    ordersCount(limit: null) { count }
  }`,
  answer: z
    .object({
      customersCount: z.object({ count: z.number().int().nonnegative() }).nullable(),
      ordersCount: z.object({ count: z.number().int().nonnegative() }).nullable(),
    })
    .transform(({ customersCount, ordersCount }) => ({
      customers: customersCount?.count ?? 0,
      orders: ordersCount?.count ?? 0,
    })),
};

/** Asks a store for its name and the scopes of our token. */
export function describeShop(admin: AdminApi): Promise<Shop> {
  return admin.ask(shopQuery, {});
}

/**
 * Fails unless a token may read everything needed; write access includes read access (shopify.dev: API access scopes).
 */
export function checkScopes(granted: readonly string[]): void {
  const has = new Set(granted);
  const missing = storeScopes.filter((scope) => !has.has(scope) && !has.has(scope.replace("read_", "write_")));
  if (missing.length > 0) throw fail("store_scopes_missing", { missing });
}
