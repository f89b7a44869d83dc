import { createHash, randomBytes } from "node:crypto";
import { limits } from "@deskhand/contract/limits";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Settings } from "../../../platform/settings.ts";
import { storeUrlOf } from "../../../platform/shopify/store-url.ts";
import { deleteEndedStates, insertState } from "./oauth-states.queries.ts";
import { refuseTakenStore } from "./refuse-taken-store.ts";

export const callbackPath = "/api/shopify/callback";

/**
 * Returns where the platform asks somebody whether the store may be connected (shopify.dev: authorization code grant). The
 * state that it brings back is known here by its hash alone, holds for ten minutes, once, and for this person and store only.
 */
export async function beginOAuth(
  tx: TenantTx,
  { shopify, publicUrl }: Settings,
  actor: Actor,
  shopDomain: string,
): Promise<{ authorizationUrl: string }> {
  if (!shopify.app) throw fail("store_oauth_unavailable");
  await refuseTakenStore(tx, shopDomain);
  const state = randomBytes(32).toString("base64url");
  await deleteEndedStates(tx);
  await insertState(tx, {
    id: newId(),
    state_hash: hashOf(state),
    user_id: actor.userId,
    shop_domain: shopDomain,
    expires_at: new Date(Date.now() + limits.oauthStateMinutes * 60_000).toISOString(),
  });
  const query = new URLSearchParams({
    client_id: shopify.app.key,
    scope: shopify.scopes.join(","),
    redirect_uri: `${publicUrl}${callbackPath}`,
    state,
  });
  return { authorizationUrl: `${storeUrlOf(shopify.storeUrl, shopDomain)}/admin/oauth/authorize?${query}` };
}

/** As a state is kept. */
export function hashOf(state: string): Buffer {
  return createHash("sha256").update(state).digest();
}
