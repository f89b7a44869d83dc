import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { dropStoreCustomers } from "./drop-store-customers.queries.ts";

/** Takes out of the customers all that came from the store. Returns how many went, and how many stay for their tickets. */
export async function removeStoreCustomers(tx: TenantTx): Promise<{ deleted: number; kept: number }> {
  // Others may have figures too: of orders that were matched by their address.
  const { deleted, kept } = await dropStoreCustomers(
    tx,
    sql`(shopify_customer_id is not null or shopify_values is not null or total_orders > 0 or last_order_date is not null)`,
  );
  return { deleted: deleted.length, kept: kept.length };
}
