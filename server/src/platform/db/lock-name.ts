import { sql } from "kysely";
import type { TenantTx } from "./tenant.ts";

/** Lets one transaction at a time of the tenant through that locks this name, until it ends. */
export function lockName(tx: TenantTx, name: string): Promise<void> {
  return lockNames(tx, [name]);
}

/** Locks several names, in an order that is the same for everybody who locks some of them at once. */
export async function lockNames(tx: TenantTx, names: readonly string[]): Promise<void> {
  const ofTenant = names.map((name) => `${tx.tenantId}:${name}`).sort();
  await tx
    .selectFrom(sql<{ name: string }>`unnest(${ofTenant}::text[])`.as(sql`given (name)`))
    .select(sql`pg_advisory_xact_lock(hashtextextended(given.name, 0))`.as("locked"))
    .execute();
}

/** Lets any number of transactions of the tenant through that share this name, but nobody who locks it, until they end. */
export async function lockNameShared(tx: TenantTx, name: string): Promise<void> {
  const key = `${tx.tenantId}:${name}`;
  await tx.selectNoFrom(sql`pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.as("locked")).execute();
}
