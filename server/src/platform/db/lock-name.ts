import { sql } from "kysely";
import type { TenantTx } from "./tenant.ts";

/** Locks a name for this tenant until the transaction ends; others that lock it wait. */
export function lockName(tx: TenantTx, name: string): Promise<void> {
  return lockNames(tx, [name]);
}

/** Locks several names in a fixed order, to avoid deadlocks. */
export async function lockNames(tx: TenantTx, names: readonly string[]): Promise<void> {
  const keys = names.map((name) => `${tx.tenantId}:${name}`).sort();
  await tx
    .selectFrom(sql<{ name: string }>`unnest(${keys}::text[])`.as(sql`given (name)`))
    .select(sql`pg_advisory_xact_lock(hashtextextended(given.name, 0))`.as("locked"))
    .execute();
}

/** Takes a shared lock on a name until the transaction ends: only exclusive lockers wait. */
export async function lockNameShared(tx: TenantTx, name: string): Promise<void> {
  const key = `${tx.tenantId}:${name}`;
  await tx.selectNoFrom(sql`pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.as("locked")).execute();
}

/**
 * Locks what a store counts over all its tickets until the transaction ends: whose turn it is in a team, how much mail may still go today, and
 * how often a response was used. That is one lock, as rules use these in any order. It comes after tickets and people (docs/traps.md).
 */
export function lockTallies(tx: TenantTx): Promise<void> {
  return lockName(tx, "tallies");
}
