import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Notes that all that came from a store is to go: from now on its orders are not there for anybody else. */
export async function insertRemoval(tx: TenantTx, shopDomain: string): Promise<void> {
  await tx.deleteFrom("shopify_removals").execute();
  await tx.insertInto("shopify_removals").values({ shop_domain: shopDomain }).execute();
}

/** Whether what came from a store that was disconnected is still being removed. */
export async function hasRemoval(tx: TenantTx): Promise<boolean> {
  const row = await tx
    .selectFrom("shopify_removals")
    .select("shop_domain")
    .where("finished_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks what is being removed, whose orders this transaction then sees until it ends; false where nothing is. */
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

/** What a removal has taken out. */
export type Removed = { orders: number; customers: { deleted: number; kept: number } };

/** Adds to what a removal has taken out, and ends it where that was the last; gives all that it took, null where nothing is being removed. */
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
