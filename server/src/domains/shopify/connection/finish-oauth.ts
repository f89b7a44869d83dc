import { isStoreDomain } from "@deskhand/contract/shopify";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import { openAdminApi } from "../../../platform/shopify/admin-api.ts";
import { exchangeCode } from "../../../platform/shopify/request-tokens.ts";
import { isSignedQuery } from "../../../platform/shopify/signatures.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import { storeUrlOf } from "../../../platform/shopify/store-url.ts";
import { hashOf } from "./begin-oauth.ts";
import { checkScopes } from "./check-scopes.ts";
import { describeShop } from "./describe-shop.ts";
import { keepStore } from "./keep-store.ts";
import { takeState } from "./oauth-states.queries.ts";
import { refuseTakenStore } from "./refuse-taken-store.ts";

/** Why a return from the platform connects nothing, in words for whoever sees it. */
export class ReturnRefused extends Error {
  override readonly name = "ReturnRefused";
}

/** A return that was signed longer ago is not believed, nor one from the future: clocks differ. */
const signedWithinMs = 5 * 60_000;

/**
 * Connects the store that the platform returns with: the query is the platform's own, newly signed, and its state was given to
 * this very person for this very store. Returns the store's domain. Rejects with a ReturnRefused, a StoreFault or a Failure.
 */
export async function finishOAuth(services: Services, actor: Actor, query: string): Promise<string> {
  const { db, settings } = services;
  const { app, storeUrl: pattern, apiVersion, patience } = settings.shopify;
  if (!app) throw new ReturnRefused("This installation has no Shopify app");
  const parameters = new URLSearchParams(query);
  // The platform's own refusals carry no signature: they connect nothing, and say no more than that.
  if (parameters.has("error"))
    throw new ReturnRefused("The connection was not allowed at Shopify. Nothing was changed");
  if (!isSignedQuery(query, app.secret)) throw new ReturnRefused("The answer was not signed by Shopify");
  const [shopDomain, code, state] = ["shop", "code", "state"].map((name) => parameters.get(name) ?? "") as Answer;
  const signedAt = Number(parameters.get("timestamp") || Number.NaN) * 1000;
  if (!(Math.abs(Date.now() - signedAt) <= signedWithinMs)) throw new ReturnRefused("Shopify's answer is too old");
  const begun = await db.withTenant(actor, (tx) => takeState(tx, hashOf(state), actor.userId));
  if (!begun) throw new ReturnRefused("This connection was not begun here, or too long ago. Please try again");
  if (!isStoreDomain(shopDomain) || begun !== shopDomain)
    throw new ReturnRefused("Shopify answered for another store than the one you entered");
  if (code === "") throw new ReturnRefused("Shopify's answer is not complete");
  await db.withTenant(actor, (tx) => refuseTakenStore(tx, shopDomain));

  const storeUrl = storeUrlOf(pattern, shopDomain);
  const grant = await exchangeCode(storeUrl, app, code);
  const shop = await describeShop(
    openAdminApi({ storeUrl, apiVersion, accessToken: grant.accessToken }, patience.person),
  );
  if (shop.shopDomain !== shopDomain) throw new StoreFault("unreadable", "The store has another domain");
  checkScopes(shop.scopes);
  await keepStore(services, actor, { shop, grant, origin: "oauth" });
  return shopDomain;
}

type Answer = [shopDomain: string, code: string, state: string];
