import { newId } from "../../../platform/db/ids.ts";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import type { TokenGrant } from "../../../platform/shopify/request-tokens.ts";
import { record } from "../../audit/index.ts";
import { afterConnectingJob, subscribeJob } from "../job-kinds.ts";
import type { Shop } from "./describe-shop.ts";
import { hasRemoval } from "./removals.queries.ts";
import { noteScopes } from "./scopes.ts";
import { sealGrant, tokensLock } from "./store-tokens.ts";
import { claimShop, mayClaim, selectConnection, upsertStore } from "./stores.queries.ts";

type Connection = {
  shop: Shop;
  grant: TokenGrant;
  origin: "oauth" | "manual";
  /** Whether orders may be changed from now on. */
  forActions?: boolean;
};

/**
 * Saves the connection to a store that accepted the token. The same store gets the new token and keeps its data; a
 * second store, and another tenant's, are refused.
 */
export async function keepStore(
  { db, settings, jobs }: Services,
  actor: Actor,
  { shop: { shopDomain, shopName, scopes }, grant, origin, forActions = false }: Connection,
): Promise<void> {
  await db.withTenant(actor, async (tx) => {
    await lockName(tx, tokensLock);
    await refuseTakenStore(tx, shopDomain);
    const connected = await selectConnection(tx);
    if (!(await claimShop(tx, shopDomain))) throw fail("store_connected_elsewhere");
    if (connected) await noteScopes(tx, scopes, { by: actor.userId, isBegun: forActions });
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

/**
 * Fails for a store the tenant cannot connect to: they have another one, an earlier one's data is still being deleted,
 * or it is another tenant's. Call this before asking the platform for anything: a new grant ends the app's earlier
 * token there, whoever holds it.
 */
export async function refuseTakenStore(tx: TenantTx, shopDomain: string): Promise<void> {
  const connected = await selectConnection(tx);
  if (connected && connected.shop_domain !== shopDomain)
    throw fail("other_store_connected", { shopDomain: connected.shop_domain });
  if (await hasRemoval(tx)) throw fail("store_being_removed");
  if (!(await mayClaim(tx, shopDomain))) throw fail("store_connected_elsewhere");
}

/** An existing connection with a token that never expires; times as ISO 8601. */
type ImportedStore = {
  shopDomain: string;
  shopName: string;
  accessToken: string;
  scopes: string[];
  apiVersion: string;
  connectedAt: string;
  /** When it was last synced, and when its webhooks were subscribed to. */
  lastSyncedAt: string;
  webhooksSince: string;
};

/**
 * Inserts an existing connection, its token sealed with the installation's secret. Throws when another tenant has the
 * store.
 */
export async function importStore(tx: TenantTx, secret: string, store: ImportedStore): Promise<void> {
  const { shopDomain, shopName, accessToken, scopes, apiVersion, connectedAt, lastSyncedAt, webhooksSince } = store;
  if (!(await claimShop(tx, shopDomain))) throw new Error(`${shopDomain} is another tenant's`);
  const grant = { accessToken, accessSeconds: null, refreshToken: null, refreshSeconds: null, scopes };
  await upsertStore(tx, {
    id: newId(),
    shop_domain: shopDomain,
    shop_name: shopName,
    origin: "oauth",
    scopes,
    ...sealGrant(secret, tx.tenantId, grant, Date.now()),
    admin_api_version: apiVersion,
    connected_at: connectedAt,
    last_synced_at: lastSyncedAt,
    reconciled_until: lastSyncedAt,
    webhooks_since: webhooksSince,
  });
}
