import type { TenantTx } from "../../platform/db/tenant.ts";

/**
 * Takes out of the customers what came from the store: those without tickets go, the others stay with their name and address
 * and without the store's id and figures. Returns how many.
 */
export async function removeStoreCustomers(tx: TenantTx): Promise<{ deleted: number; kept: number }> {
  // Whoever opens a ticket for one of them at this moment is waited for, or waits: only then is looked who has tickets.
  await tx
    .selectFrom("customers")
    .select("id")
    .where("shopify_customer_id", "is not", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  const deleted = await tx
    .deleteFrom("customers")
    .where("shopify_customer_id", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("support_tickets")
            .select("support_tickets.id")
            .whereRef("support_tickets.customer_id", "=", "customers.id"),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  // Others may have figures too: of orders that were matched by their address.
  const kept = await tx
    .updateTable("customers")
    .set({
      shopify_customer_id: null,
      total_orders: 0,
      total_spent: "0",
      last_order_date: null,
      updated_at: new Date().toISOString(),
    })
    .where(({ or, eb }) =>
      or([
        eb("shopify_customer_id", "is not", null),
        eb("total_orders", ">", 0),
        eb("last_order_date", "is not", null),
      ]),
    )
    .executeTakeFirstOrThrow();
  return { deleted: Number(deleted.numDeletedRows), kept: Number(kept.numUpdatedRows) };
}
