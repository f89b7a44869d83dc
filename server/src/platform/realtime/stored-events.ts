import type { TenantEvent } from "@deskhand/contract/events";
import { sql } from "kysely";
import type { TenantTx } from "../db/tenant.ts";

/** Returns the number of the tenant's latest event; 0 if there was none. */
export async function selectLastNumber(tx: TenantTx): Promise<number> {
  return (await tx.selectFrom("event_counters").select("last_number").executeTakeFirst())?.last_number ?? 0;
}

/** Selects up to `limit` of the tenant's events after a number, in order. */
export function selectEventsAfter(tx: TenantTx, after: number, limit: number): Promise<TenantEvent[]> {
  return tx
    .selectFrom("events")
    .select(["number", "type", "payload"])
    .where("number", ">", after)
    .orderBy("number")
    .limit(limit)
    .$castTo<TenantEvent>()
    .execute();
}

/**
 * Returns the number before the first event of the last `ms` milliseconds, looking at the `limit` latest events only;
 * null if there was none.
 */
export async function selectNumberBefore(tx: TenantTx, ms: number, limit: number): Promise<number | null> {
  const latest = tx.selectFrom("events").select(["number", "created_at"]).orderBy("number", "desc").limit(limit);
  const { first } = await tx
    .selectFrom(latest.as("latest"))
    .where("created_at", ">=", sql<string>`clock_timestamp() - make_interval(secs => ${ms / 1000})`)
    .select(({ fn }) => fn.min<number | null>("number").as("first"))
    .executeTakeFirstOrThrow();
  return first === null ? null : first - 1;
}

/** Deletes events that no screen will request any more. */
export async function deleteOldEvents(tx: TenantTx): Promise<void> {
  await tx.deleteFrom("events").where("created_at", "<", sql<string>`now() - interval '7 days'`).execute();
}
