import { asTenantId, type Db, enterTenant, type TenantId } from "../../../platform/db/tenant.ts";

/** The active tenant that a verified inbound address belongs to. */
export function findActiveTenantOf(db: Db, address: string): Promise<TenantId | null> {
  return db.withoutTenant(async (tx) => {
    const found = await tx
      .selectFrom("inbound_addresses")
      .select("client_id")
      .where("address", "=", address)
      .where("is_verified", "=", true)
      .executeTakeFirst();
    if (!found) return null;
    const tenant = asTenantId(found.client_id);
    const tenantTx = await enterTenant(tx, tenant);
    const { status } = await tenantTx.selectFrom("clients").select("status").executeTakeFirstOrThrow();
    return status === "active" ? tenant : null;
  });
}
