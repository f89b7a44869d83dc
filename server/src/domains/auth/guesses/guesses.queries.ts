import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** How many wrong passwords a counter holds now, by its stored key. */
export async function countTried(tx: TenantTx, key: string): Promise<number> {
  const row = await tx
    .selectFrom("password_guesses")
    .select("count")
    .where("key", "=", key)
    .where("until", ">", sql<string>`now()`)
    .executeTakeFirst();
  return row?.count ?? 0;
}
