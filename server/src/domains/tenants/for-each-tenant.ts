import type { Db, TenantTx } from "../../platform/db/tenant.ts";
import { selectTenantIds } from "./tenants.queries.ts";

/** Does a piece of upkeep for one tenant after the other, each in a transaction of its own. */
export async function forEachTenant(db: Db, work: (tx: TenantTx) => Promise<void>): Promise<void> {
  for (const tenant of await db.withoutTenant(selectTenantIds)) await db.withTenant(tenant, work);
}
