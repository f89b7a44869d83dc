import { sql } from "kysely";
import type { TenantTx } from "./tenant.ts";

/** Lets one transaction at a time of the tenant through that locks this name, until it ends. */
export async function lockName(tx: TenantTx, name: string): Promise<void> {
  const key = sql`hashtextextended(${`${tx.tenantId}:${name}`}, 0)`;
  await tx.selectNoFrom(sql`pg_advisory_xact_lock(${key})`.as("locked")).execute();
}
