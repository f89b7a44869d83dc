import { type Expression, type SqlBool, sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/**
 * Takes out of these customers what the store said of them: those of the store without tickets go, the others stay with their
 * name and address, and without the store's id, figures and values; a phone number stays unless it is the store's. Returns the
 * ids of both.
 */
export async function dropStoreCustomers(
  tx: TenantTx,
  which: Expression<SqlBool>,
): Promise<{ deleted: string[]; kept: string[] }> {
  // Whoever opens a ticket for one of them at this moment is waited for, or waits: only then is looked who has tickets.
  await tx.selectFrom("customers").select("id").where(which).orderBy("id").forUpdate().execute();
  const deleted = await tx
    .deleteFrom("customers")
    .where(which)
    .where("shopify_customer_id", "is not", null)
    .where(sql<boolean>`not exists (select from support_tickets t where t.customer_id = customers.id)`)
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
