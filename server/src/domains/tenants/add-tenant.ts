import type { TenantTx } from "../../platform/db/tenant.ts";
import { insertTenant } from "./tenants.queries.ts";

export type NewTenant = {
  clientCode: string;
  storeName: string;
  supportEmail: string;
  timeZone: string;
  createdAt: string;
};

/** Makes the tenant that the transaction is set to; only the database's owner may. */
export async function addTenant(tx: TenantTx, tenant: NewTenant): Promise<void> {
  await insertTenant(tx, tenant);
}
