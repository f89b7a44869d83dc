import type { TenantId } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import { removeStore } from "../connection/disconnect-store.ts";
import type { StoreRequest } from "./do-request.ts";
import { isOlder } from "./end-connection.ts";
import { isStillInstalled } from "./end-if-uninstalled.ts";
import { finishRequest, lockRequest, selectGrant } from "./webhooks.queries.ts";

/**
 * Erases all that came from a store, as when it is disconnected. The platform asks for it two days after the app was taken off, always in
 * the same words: what is older than the connection changes nothing, nor what was asked before while the store takes our token.
 */
export async function redactStore(
  services: Services,
  tenantId: TenantId,
  { id, times, details: { triggeredAt } }: StoreRequest,
): Promise<void> {
  const isRepeated = times > 1 && (await isStillInstalled(services, tenantId));
  await services.db.withTenant(tenantId, async (tx) => {
    if (!(await lockRequest(tx, id))) return;
    const store = await selectGrant(tx);
    const isStale =
      store !== undefined && isOlder(triggeredAt === null ? null : new Date(triggeredAt), store.grantedAt);
    const isDone = store !== undefined && !isRepeated && !isStale;
    if (isDone) await removeStore(tx, { shopDomain: store.shopDomain, actorId: null, isTold: true });
    await finishRequest(
      tx,
      id,
      isDone ? "Erased" : "The store is connected, or nothing of it is here: nothing was done",
    );
  });
}
