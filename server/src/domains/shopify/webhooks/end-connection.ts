import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Services } from "../../../platform/services.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import { record } from "../../audit/index.ts";
import { describeShop } from "../connection/describe-shop.ts";
import { openStore } from "../connection/open-store.ts";
import type { StoreRequest } from "./do-request.ts";
import { finishRequest, lockRequest, selectGrant, wipeTokens } from "./webhooks.queries.ts";

/**
 * Ends the connection to a store that took the app off (docs/product.md#store-webhooks): its tokens go at once, the data stays
 * until the store is disconnected here or its erasure is asked for. A word that is older than the connection, as one that was
 * delivered late, says nothing of it; false then, and where there is nothing to end.
 */
async function endConnection(tx: TenantTx, shopDomain: string, triggeredAt: Date | null): Promise<boolean> {
  const connection = await selectGrant(tx);
  if (connection?.shopDomain !== shopDomain || isOlder(triggeredAt, connection.grantedAt)) return false;
  if (!(await wipeTokens(tx))) return false;
  await record(tx, null, "store.uninstalled", connection.shopDomain);
  // Where the token was refused before, it was told then.
  await emit(tx, "store.changed", { isConnected: false, ...(connection.revokedAt === null && { lost: shopDomain }) });
  return true;
}

/** Whether something was asked before the store was connected (anew): it is about the connection before. */
export function isOlder(triggeredAt: Date | null, grantedAt: string): boolean {
  return triggeredAt !== null && triggeredAt < new Date(grantedAt);
}

/** Ends the connection where the store, asked itself, no longer takes our token; rejects with a StoreFault where it cannot be asked. */
export async function endIfUninstalled(services: Services, tenantId: TenantId, request: StoreRequest): Promise<void> {
  const isInstalled = await isStillInstalled(services, tenantId, request);
  await services.db.withTenant(tenantId, async (tx) => {
    if (!(await lockRequest(tx, request.id))) return;
    const triggeredAt = request.details.triggeredAt;
    if (!isInstalled) await endConnection(tx, request.shopDomain, triggeredAt === null ? null : new Date(triggeredAt));
    await finishRequest(tx, request.id, isInstalled ? "The store still takes our token: nothing was done" : "Ended");
  });
}

/** A store that was asked for so long and cannot be reached, or answers as a closed one does, is believed to be gone. */
const believedAfterMs = 24 * 3_600_000;

/** Whether the store, asked itself, takes the token that we have; rejects with a StoreFault where it cannot be asked yet. */
export async function isStillInstalled(
  services: Services,
  tenantId: TenantId,
  { receivedAt }: Pick<StoreRequest, "receivedAt">,
): Promise<boolean> {
  const store = await openStore(services, tenantId);
  if (!store) return false;
  try {
    await describeShop(store);
    return true;
  } catch (error) {
    // Who refuses the token has taken the app off.
    if (!(error instanceof StoreFault) || error.kind === "throttled") throw error;
    if (error.kind === "revoked" || Date.now() - Date.parse(receivedAt) > believedAfterMs) return false;
    throw error;
  }
}
