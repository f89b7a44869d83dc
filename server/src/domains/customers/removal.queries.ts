import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { dropStoreCustomers } from "./drop-store-customers.queries.ts";
import { forgetStoreOfJoined } from "./joins.queries.ts";

/** Takes out of so many customers all that came from the store. Returns how many went, and how many stay for their tickets. */
export async function removeStoreCustomers(tx: TenantTx, atMost: number): Promise<{ deleted: number; kept: number }> {
  await forgetStoreOfJoined(tx);
  // Others may have figures too: of orders that were matched by their address.
  const rows = await tx
    .selectFrom("customers")
    .select("id")
    .where(
      sql<boolean>`(shopify_customer_id is not null or shopify_values is not null or total_orders > 0
        or last_order_date is not null)`,
    )
    .orderBy("id")
    .limit(atMost)
    .execute();
  if (rows.length === 0) return { deleted: 0, kept: 0 };
  const ids = rows.map(({ id }) => id);
  const { deleted, kept } = await dropStoreCustomers(tx, sql`id = any (${ids}::uuid[])`);
  return { deleted: deleted.length, kept: kept.length };
}
