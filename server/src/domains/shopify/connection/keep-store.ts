import { newId } from "../../../platform/db/ids.ts";
import { lockName } from "../../../platform/db/lock-name.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import type { TokenGrant } from "../../../platform/shopify/request-tokens.ts";
import { record } from "../../audit/index.ts";
import { afterConnectingJob } from "./after-connecting-job.ts";
import type { Shop } from "./describe-shop.ts";
import { refuseTakenStore } from "./refuse-taken-store.ts";
import { tokensLock } from "./renew-token.ts";
import { sealGrant } from "./sealed-tokens.ts";
import { claimShop, selectConnection, upsertStore } from "./stores.queries.ts";
import { subscribeJob } from "./subscribe-job.ts";

type Connection = { shop: Shop; grant: TokenGrant; origin: "oauth" | "manual" };

/**
 * Keeps the connection to a store that has taken the token. The same store again gets the new token and keeps all its data; a store
 * of another tenant is refused, and so is a second one.
 */
export async function keepStore(
  { db, settings, jobs }: Services,
  actor: Actor,
  { shop: { shopDomain, shopName, scopes }, grant, origin }: Connection,
): Promise<void> {
  await db.withTenant(actor, async (tx) => {
    await lockName(tx, tokensLock);
    await refuseTakenStore(tx, shopDomain);
    const connected = await selectConnection(tx);
    if (!(await claimShop(tx, shopDomain))) throw fail("store_connected_elsewhere");
    await upsertStore(tx, {
      id: newId(),
      shop_domain: shopDomain,
      shop_name: shopName,
      origin,
      scopes,
      ...sealGrant(settings.secret, actor.tenantId, grant, Date.now()),
      admin_api_version: settings.shopify.apiVersion,
      installed_by_user_id: actor.userId,
    });
    await record(tx, actor.userId, connected ? "store.reconnected" : "store.connected", shopDomain, { origin, scopes });
    await jobs.enqueue(tx, afterConnectingJob, {});
    await emit(tx, "store.changed", { isConnected: true });
    if (origin === "oauth") await jobs.enqueue(tx, subscribeJob, {});
  });
}
