import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Services } from "../../platform/services.ts";
import { selectTenantIds } from "./tenants.queries.ts";

/**
 * Runs upkeep for each tenant in turn, each in its own transaction. A failure is logged and thrown after all tenants
 * had their turn.
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
      log.error({ err: error, tenantId: tenant }, "Upkeep failed for a tenant");
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `Upkeep failed for ${faults.length} tenants`);
}
