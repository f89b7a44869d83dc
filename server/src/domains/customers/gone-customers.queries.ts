import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { dropStoreCustomers } from "./drop-store-customers.queries.ts";
import { forgetStoreOfJoined } from "./joins.queries.ts";

/** Takes customers out whom the store no longer has; returns the ids of those who went, and of those who stay for their tickets. */
export async function dropGoneCustomers(
  tx: TenantTx,
  shopifyIds: readonly string[],
): Promise<{ deleted: string[]; kept: string[] }> {
  if (shopifyIds.length === 0) return { deleted: [], kept: [] };
  await forgetStoreOfJoined(tx, shopifyIds);
  return dropStoreCustomers(tx, sql`shopify_customer_id = any (${shopifyIds}::text[])`);
}
