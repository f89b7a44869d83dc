import type { StoreTestResult } from "@deskhand/contract/shopify";
import type { TenantId } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Services } from "../../../platform/services.ts";
import { afterConnectingJob } from "./after-connecting-job.ts";
import { openKeptStore } from "./open-store.ts";
import { testStore } from "./save-token.ts";
import { clearRevoked } from "./stores.queries.ts";

/** Tries the connection that is kept, also one that was given up: where the store takes its token again, it counts again. */
export async function testSavedStore(services: Services, tenantId: TenantId): Promise<StoreTestResult> {
  const admin = await openKeptStore(services, tenantId, services.settings.shopify.patience.person);
  if (!admin) throw fail("store_not_connected");
  const result = await testStore(admin);
  await services.db.withTenant(tenantId, async (tx) => {
    if (!(await clearRevoked(tx, result.shopDomain))) return;
    await emit(tx, "store.changed", { isConnected: true });
    await services.jobs.enqueue(tx, afterConnectingJob, {});
  });
  return result;
}
