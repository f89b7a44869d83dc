import type { TenantId } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import { describeShop } from "../connection/describe-shop.ts";
import { openStore } from "../connection/open-store.ts";
import type { StoreRequest } from "./do-request.ts";
import { endConnection } from "./end-connection.ts";
import { finishRequest, lockRequest } from "./webhooks.queries.ts";

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
