import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Records that a store's data is to be deleted; from now on its orders are hidden from everybody else. */
export async function insertRemoval(tx: TenantTx, shopDomain: string): Promise<void> {
  await tx.deleteFrom("shopify_removals").execute();
  await tx.insertInto("shopify_removals").values({ shop_domain: shopDomain }).execute();
}

/** Whether a disconnected store's data is still being deleted. */
export async function hasRemoval(tx: TenantTx): Promise<boolean> {
  const row = await tx
    .selectFrom("shopify_removals")
    .select("shop_domain")
    .where("finished_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the removal and lets this transaction see its orders; false where there is none. */
export async function holdRemoval(tx: TenantTx): Promise<boolean> {
  const row = await tx
    .selectFrom("shopify_removals")
    .select("shop_domain")
    .where("finished_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  await tx.selectNoFrom(sql`set_config('app.removes', 'on', true)`.as("set")).execute();
  return true;
}

/** How much a removal has deleted. */
export type Removed = { orders: number; customers: { deleted: number; kept: number } };

/** Adds to a removal's totals, and ends it with its last batch. Returns the totals; null where there is no removal. */
export async function addRemoved(
  tx: TenantTx,
  removed: Removed,
  isDone: boolean,
): Promise<(Removed & { shopDomain: string }) | null> {
  const row = await tx
    .updateTable("shopify_removals")
    .set((eb) => ({
      orders: eb("orders", "+", removed.orders),
      customers_deleted: eb("customers_deleted", "+", removed.customers.deleted),
      customers_kept: eb("customers_kept", "+", removed.customers.kept),
      finished_at: isDone ? sql<string>`clock_timestamp()` : null,
    }))
    .returning(["orders", "customers_deleted as deleted", "customers_kept as kept", "shop_domain as shopDomain"])
    .executeTakeFirst();
  if (!row) return null;
  const { orders, shopDomain, ...customers } = row;
  return { orders, customers, shopDomain };
}

/** Whether data of the store is being removed. */
export function isRemovalOnItsWay() {
  return sql<boolean>`exists (select from shopify_removals where finished_at is null)`;
}
