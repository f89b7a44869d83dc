import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { insertGone } from "../customers/index.ts";

/** Notes which orders the store no longer has, as of now, and what they were called that are here. */
export function insertGoneOrders(tx: TenantTx, ids: readonly string[]): Promise<void> {
  return insertGone(
    tx,
    "order",
    ids,
    (id) => sql<string | null>`(select o.name from shopify_orders o where o.shopify_order_id = ${id})`,
  );
}

/** Which of these are what orders were called that the store no longer has. */
export async function selectGoneNames(tx: TenantTx, names: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom("shopify_erased as e")
    .innerJoin(sql<{ name: string }>`unnest(${names}::text[])`.as<"asked">(sql`asked(name)`), (join) =>
      join.on(sql<boolean>`order_key(e.order_name) = order_key(asked.name)`),
    )
    .select("asked.name")
    .distinct()
    .where("e.order_name", "is not", null)
    .execute();
  return rows.map(({ name }) => name);
}
