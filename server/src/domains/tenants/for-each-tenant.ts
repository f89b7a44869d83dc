import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Services } from "../../platform/services.ts";
import { selectTenantIds } from "./tenants.queries.ts";

/**
 * Does a piece of upkeep for one tenant after the other, each in a transaction of its own. Where it fails for some it is
 * still done for all others, and fails at the end.
 */
export async function forEachTenant(
  { db, log }: Pick<Services, "db" | "log">,
  work: (tx: TenantTx) => Promise<void>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const tenant of await db.withoutTenant(selectTenantIds)) {
    try {
      await db.withTenant(tenant, work);
    } catch (error) {
      // One tenant's trouble must not keep upkeep from those after it; it is thrown once all had their turn.
      log.error({ err: error, tenantId: tenant }, "Upkeep failed for a tenant");
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `Upkeep failed for ${faults.length} tenants`);
}
