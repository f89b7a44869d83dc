import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Makes up to so many documents that wait anew, the newest first, and returns how many waited of those. */
export async function foldSearch(tx: TenantTx, most: number): Promise<number> {
  const { rows } = await tx.selectNoFrom(sql<number>`fold_search(${most})`.as("rows")).executeTakeFirstOrThrow();
  return rows;
}
