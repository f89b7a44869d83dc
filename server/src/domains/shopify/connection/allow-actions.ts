import { wantedActionScopes } from "@deskhand/contract/actions/action-kinds";
import type { OrderGrant } from "@deskhand/contract/actions/order-grant";
import * as z from "zod";
import type { TenantId } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import type { AdminQuery } from "../../../platform/shopify/admin-api.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import { record } from "../../audit/index.ts";
import { describeShop } from "./describe-shop.ts";
import { beginOAuth } from "./oauth.ts";
import { openStore } from "./open-store.ts";
import { isActionScope, noteScopes, readGrant } from "./scopes.ts";
import { endActions, type StoreRow, selectConnection } from "./stores.queries.ts";

/** Asks Shopify which scopes there are, and stores them. */
export async function readScopesAgain(services: Services, tenantId: TenantId): Promise<void> {
  const store = await openStore(services, tenantId, services.settings.shopify.patience.person);
  if (!store) return;
  const { scopes } = await describeShop(store);
  await services.db.withTenant(tenantId, (tx) => noteScopes(tx, scopes));
}

/** Begins the second grant: at Shopify's page, or for a pasted token at once. */
export async function allowActions(
  services: Services,
  actor: Actor,
): Promise<{ authorizationUrl: string | null; grant: OrderGrant }> {
  const { db, settings } = services;
  const connection = await db.withTenant(actor, selectConnection);
  if (!connection) throw fail("store_not_connected");
  if (connection.origin === "oauth") {
    return db.withTenant(actor, async (tx) => ({
      authorizationUrl: (await beginOAuth(tx, settings, actor, connection.shop_domain, true)).authorizationUrl,
      grant: await readGrant(tx),
    }));
  }
  const { scopes } = await askForScopes(services, actor.tenantId);
  const missing = wantedActionScopes.filter((scope) => !scopes.includes(scope));
  if (missing.length === wantedActionScopes.length) throw fail("order_actions_not_granted", { missing });
  return db.withTenant(actor, async (tx) => {
    await noteScopes(tx, scopes, { by: actor.userId, isBegun: true });
    return { authorizationUrl: null, grant: await readGrant(tx) };
  });
}

/** Asks Shopify, for a person who waits. */
async function askForScopes(services: Services, tenantId: TenantId): Promise<{ scopes: string[] }> {
  const store = await openStore(services, tenantId, services.settings.shopify.patience.person);
  if (!store) {
    const connection = await services.db.withTenant(tenantId, selectConnection);
    throw fail(connection ? "store_needs_reconnecting" : "store_not_connected");
  }
  try {
    return await describeShop(store);
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    throw fail(error.kind === "revoked" || error.kind === "refused" ? "store_refused" : "store_unreachable");
  }
}

/** Reads the scopes at Shopify, for a person who asks. */
export async function readGrantAgain(services: Services, actor: Actor): Promise<OrderGrant> {
  const { scopes } = await askForScopes(services, actor.tenantId);
  return services.db.withTenant(actor, async (tx) => {
    await noteScopes(tx, scopes);
    return readGrant(tx);
  });
}

/** Gives scopes of an app's installation back (shopify.dev: appRevokeAccessScopes). */
export const revokeScopesQuery: AdminQuery<{ refused: boolean }> = {
  text: `mutation GiveBack($scopes: [String!]!) {
    appRevokeAccessScopes(scopes: $scopes) { revoked { handle } userErrors { message } }
  }`,
  answer: z
    .object({ appRevokeAccessScopes: z.object({ userErrors: z.array(z.object({ message: z.string() })) }) })
    .transform(({ appRevokeAccessScopes }) => ({ refused: appRevokeAccessScopes.userErrors.length > 0 })),
};

/** Takes the grant back: from now on nothing is changed at the store, and Shopify is told where it can be. */
export async function takeGrantBack(services: Services, actor: Actor): Promise<OrderGrant> {
  const { db } = services;
  const connection = await db.withTenant(actor, selectConnection);
  if (!connection) throw fail("store_not_connected");
  await db.withTenant(actor, async (tx) => {
    await endActions(tx);
    if (connection.actions_since !== null)
      await record(tx, actor.userId, "store.actions-taken-back", connection.shop_domain);
    await emit(tx, "store.changed", { isConnected: connection.revoked_at === null });
  });
  if (connection.origin === "oauth") await giveBack(services, actor, connection);
  return db.withTenant(actor, readGrant);
}

async function giveBack(services: Services, actor: Actor, { scopes }: StoreRow): Promise<void> {
  const own = new Set(services.settings.shopify.scopes);
  const given = scopes.filter((scope) => isActionScope(scope) && !own.has(scope));
  try {
    const store = await openStore(services, actor.tenantId, services.settings.shopify.patience.person);
    if (!store) return;
    if (given.length > 0) await store.ask(revokeScopesQuery, { scopes: given });
    const { scopes: left } = await describeShop(store);
    await services.db.withTenant(actor, (tx) => noteScopes(tx, left));
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    // It is taken back here in any case; the page says that Shopify still lists them.
    services.log.warn({ tenantId: actor.tenantId, err: error }, "a store could not be given its scopes back");
  }
}
