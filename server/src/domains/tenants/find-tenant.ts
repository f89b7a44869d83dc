import type { Client } from "@deskhand/contract/account";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { selectTenant } from "./tenants.queries.ts";

/** The transaction's tenant. */
export async function findTenant(tx: TenantTx): Promise<Client> {
  const row = await selectTenant(tx);
  return {
    id: row.id,
    clientCode: row.client_code,
    storeName: row.store_name,
    supportEmail: row.support_email,
    customSupportEmail: row.custom_support_email,
    plan: row.plan,
    status: row.status,
  };
}
