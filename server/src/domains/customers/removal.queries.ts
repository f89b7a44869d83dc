import { type Expression, type SqlBool, sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { ticketsOf } from "./asked.queries.ts";
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

/**
 * Takes out of these customers what the store said of them: those of the store without tickets go, the others stay with their
 * name and address, and without the store's id, figures and values; a phone number stays unless it is the store's. Returns the
 * ids of both.
 */
async function dropStoreCustomers(
  tx: TenantTx,
  which: Expression<SqlBool>,
): Promise<{ deleted: string[]; kept: string[] }> {
  // Whoever opens a ticket for one of them at this moment is waited for, or waits: only then is looked who has tickets.
  await tx.selectFrom("customers").select("id").where(which).orderBy("id").forUpdate().execute();
  const deleted = await tx
    .deleteFrom("customers")
    .where(which)
    .where("shopify_customer_id", "is not", null)
    .where(sql<boolean>`not exists ${ticketsOf.answer(sql.ref("customers.id"))}`)
    .returning("id")
    .execute();
  const nothing = { shopify_customer_id: null, shopify_values: null, shopify_updated_at: null, last_order_date: null };
  const kept = await tx
    .updateTable("customers")
    .set({
      ...nothing,
      total_orders: 0,
      total_spent: "0",
      updated_at: sql<string>`clock_timestamp()`,
      phone: sql<string | null>`nullif(phone, shopify_values ->> 'phone')`,
    })
    .where(which)
    .returning("id")
    .execute();
  return { deleted: deleted.map(({ id }) => id), kept: kept.map(({ id }) => id) };
}
