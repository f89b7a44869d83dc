import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** Orders are shown by the store for so long without a further right; older ones it has, but does not show. */
const shownDays = 59;

/** An order that the store did not give; `isDeleted` says that it told of its deletion. */
export type GoneOrder = { id: string; isDeleted: boolean };

/**
 * Deletes orders that the store no longer has with all that belongs to them; one that may merely be too old to be shown
 * (shopify.dev: read_all_orders) only when the store said that it was deleted. Returns the ids of the rows.
 */
export async function deleteGoneOrders(tx: TenantTx, gone: readonly GoneOrder[]): Promise<string[]> {
  if (gone.length === 0) return [];
  const deleted = gone.flatMap(({ id, isDeleted }) => (isDeleted ? [id] : []));
  const rows = await tx
    .deleteFrom("shopify_orders")
    .where(sql<boolean>`shopify_order_id = any (${gone.map(({ id }) => id)}::text[])`)
    .where(
      sql<boolean>`(shopify_order_id = any (${deleted}::text[])
        or shopify_created_at > now() - make_interval(days => ${shownDays}))`,
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The store's numbers of orders that it has to show, in the order of their digits, those after `after`. */
export async function selectShownIds(tx: TenantTx, after: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("shopify_orders")
    .select("shopify_order_id as id")
    .where("shopify_order_id", ">", after)
    .where(sql<boolean>`shopify_created_at > now() - make_interval(days => ${shownDays})`)
    .orderBy("shopify_order_id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
