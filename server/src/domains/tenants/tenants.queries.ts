import { asTenantId, type GlobalTx, type TenantId, type TenantTx } from "../../platform/db/tenant.ts";

/** The transaction's own tenant. */
export function selectTenant(tx: TenantTx) {
  return tx.selectFrom("clients").selectAll().executeTakeFirstOrThrow();
}

/** The verified addresses whose mail comes to this tenant. */
export async function selectInboundAddresses(tx: TenantTx): Promise<string[]> {
  const rows = await tx
    .selectFrom("inbound_addresses")
    .select("address")
    .where("client_id", "=", tx.tenantId)
    .where("is_verified", "=", true)
    .execute();
  return rows.map((row) => row.address);
}

/** Every tenant there is, for upkeep that goes from one to the next. */
export async function selectTenantIds(tx: GlobalTx): Promise<TenantId[]> {
  const rows = await tx.selectFrom("inbound_addresses").select("client_id").distinct().execute();
  return rows.map((row) => asTenantId(row.client_id));
}
