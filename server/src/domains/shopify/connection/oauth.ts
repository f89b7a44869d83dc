import { createHash, randomBytes } from "node:crypto";
import { wantedActionScopes } from "@deskhand/contract/actions/action-kinds";
import { limits } from "@deskhand/contract/limits";
import { isStoreDomain } from "@deskhand/contract/shopify";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import type { Settings } from "../../../platform/settings.ts";
import { openAdminApi } from "../../../platform/shopify/admin-api.ts";
import { exchangeCode } from "../../../platform/shopify/request-tokens.ts";
import { isSignedQuery } from "../../../platform/shopify/signatures.ts";
import { StoreFault, storeUrlOf } from "../../../platform/shopify/store-fault.ts";
import { checkScopes, describeShop } from "./describe-shop.ts";
import { keepStore, refuseTakenStore } from "./keep-store.ts";
import { deleteEndedStates, insertState, selectConnection, takeState } from "./stores.queries.ts";

export const callbackPath = "/api/shopify/callback";

/**
 * Returns the platform's page that asks for consent (shopify.dev: authorization code grant). The state it returns with
 * is stored as a hash only, and is valid once, for ten minutes, for this person and store. `forActions` asks for changing orders,
 * too, as does connecting a store again at which they may be changed.
 */
export async function beginOAuth(
  tx: TenantTx,
  { shopify, publicUrl }: Settings,
  actor: Actor,
  shopDomain: string,
  forActions = false,
): Promise<{ authorizationUrl: string }> {
  if (!shopify.app) throw fail("store_oauth_unavailable");
  await refuseTakenStore(tx, shopDomain);
  const asksForActions = forActions || (await selectConnection(tx))?.actions_since != null;
  const state = randomBytes(32).toString("base64url");
  await deleteEndedStates(tx);
  await insertState(tx, {
    id: newId(),
    state_hash: hashOf(state),
    user_id: actor.userId,
    shop_domain: shopDomain,
    for_actions: asksForActions,
    expires_at: new Date(Date.now() + limits.oauthStateMinutes * 60_000).toISOString(),
  });
  const query = new URLSearchParams({
    client_id: shopify.app.key,
    scope: [...shopify.scopes, ...(asksForActions ? wantedActionScopes : [])].join(","),
    redirect_uri: `${publicUrl}${callbackPath}`,
    state,
  });
  return { authorizationUrl: `${storeUrlOf(shopify.storeUrl, shopDomain)}/admin/oauth/authorize?${query}` };
}

/** A state's stored form. */
function hashOf(state: string): Buffer {
  return createHash("sha256").update(state).digest();
}

/** Why a return from the platform connects nothing, in words for the person. */
export class ReturnRefused extends Error {
  override readonly name = "ReturnRefused";
}

/** How far a return's signed time may be off, as clocks differ. */
const signedWithinMs = 5 * 60_000;

/**
 * Connects the store the platform returns with. The query must be freshly signed by the platform, with a state issued
 * to this person for this store. Returns the store's domain, and whether only the grant to change its orders was asked for.
 * Rejects with a ReturnRefused, a StoreFault or a Failure.
 */
export async function finishOAuth(
  services: Services,
  actor: Actor,
  query: string,
): Promise<{ shopDomain: string; isGrant: boolean }> {
  const { db, settings } = services;
  const { app, storeUrl: pattern, apiVersion, patience } = settings.shopify;
  if (!app) throw new ReturnRefused("This installation has no Shopify app");
  const parameters = new URLSearchParams(query);
  // The platform's own refusals are not signed: they connect nothing, and are reported as no more than that.
  if (parameters.has("error"))
    throw new ReturnRefused("The connection was not allowed at Shopify. Nothing was changed");
  if (!isSignedQuery(query, app.secret)) throw new ReturnRefused("The answer was not signed by Shopify");
  const [shopDomain, code, state] = ["shop", "code", "state"].map((name) => parameters.get(name) ?? "") as Answer;
  const signedAt = Number(parameters.get("timestamp") || Number.NaN) * 1000;
  if (!(Math.abs(Date.now() - signedAt) <= signedWithinMs)) throw new ReturnRefused("Shopify's answer is too old");
  const begun = await db.withTenant(actor, (tx) => takeState(tx, hashOf(state), actor.userId));
  if (!begun) throw new ReturnRefused("This connection was not begun here, or too long ago. Please try again");
  if (!isStoreDomain(shopDomain) || begun.shopDomain !== shopDomain)
    throw new ReturnRefused("Shopify answered for another store than the one you entered");
  if (code === "") throw new ReturnRefused("Shopify's answer is not complete");
  const before = await db.withTenant(actor, async (tx) => {
    await refuseTakenStore(tx, shopDomain);
    return selectConnection(tx);
  });

  const storeUrl = storeUrlOf(pattern, shopDomain);
  const grant = await exchangeCode(storeUrl, app, code);
  const shop = await describeShop(
    openAdminApi({ storeUrl, apiVersion, accessToken: grant.accessToken }, patience.person),
  );
  if (shop.shopDomain !== shopDomain) throw new StoreFault("unreadable", "The store has another domain");
  checkScopes(shop.scopes);
  await keepStore(services, actor, { shop, grant, origin: "oauth", forActions: begun.forActions });
  return { shopDomain, isGrant: begun.forActions && before?.revoked_at === null };
}

type Answer = [shopDomain: string, code: string, state: string];
