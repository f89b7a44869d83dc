import type { TenantId } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import { removeStore } from "../connection/disconnect-store.ts";
import type { StoreRequest } from "./do-request.ts";
import { isOlder } from "./end-connection.ts";
import { isStillInstalled } from "./end-if-uninstalled.ts";
import { finishRequest, lockRequest, selectGrant } from "./webhooks.queries.ts";

/**
 * Erases all that came from a store, as when it is disconnected. The platform asks for it two days after the app was taken off, always in
 * the same words, and when it did is not signed: nothing happens while the store takes our token, nor for what is older than the connection.
 */
export async function redactStore(services: Services, tenantId: TenantId, request: StoreRequest): Promise<void> {
  const { id, details } = request;
  const isInstalled = await isStillInstalled(services, tenantId, request);
  await services.db.withTenant(tenantId, async (tx) => {
    if (!(await lockRequest(tx, id))) return;
    const store = await selectGrant(tx);
    const triggeredAt = details.triggeredAt === null ? null : new Date(details.triggeredAt);
    // The tenant may be connected to another store by now.
    const isTheirs = store?.shopDomain === request.shopDomain;
    const isDone = isTheirs && !isInstalled && !isOlder(triggeredAt, store.grantedAt);
    if (isDone) await removeStore(tx, services.jobs, { shopDomain: store.shopDomain, actorId: null, isTold: true });
    await finishRequest(
      tx,
      id,
      isDone ? "Erased" : "The store is connected, or nothing of it is here: nothing was done",
    );
  });
}
