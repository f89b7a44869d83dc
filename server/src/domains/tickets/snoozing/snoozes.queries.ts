import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Snoozes a ticket until a time or 'infinity'; returns false if it already is. */
export async function setSnooze(tx: TenantTx, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("support_tickets")
    .set({ snoozed_until: at, woken_at: null })
    .where("id", "=", id)
    .where(sql<boolean>`snoozed_until is distinct from ${at}::timestamptz(3)`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a ticket's snooze; returns false if there is none. */
export async function endSnooze(tx: TenantTx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("support_tickets")
    .set({ snoozed_until: null })
    .where("id", "=", id)
    .where("snoozed_until", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Wakes up to `most` tickets whose time has come and returns their ids. Tickets locked by somebody else are left for the next run. */
export async function wakeDue(tx: TenantTx, most: number): Promise<string[]> {
  const rows = await tx
    // Materialized, as a plan that runs it repeatedly would skip other rows each time.
    .with(
      (cte) => cte("due").materialized(),
      (db) =>
        db
          .selectFrom("support_tickets")
          .select("id")
          .where("snoozed_until", "<=", sql<string>`now()`)
          .orderBy("snoozed_until")
          .limit(most)
          .forNoKeyUpdate()
          .skipLocked(),
    )
    .updateTable("support_tickets as t")
    .from("due")
    .set({ snoozed_until: null, woken_at: sql<string>`clock_timestamp()` })
    .whereRef("t.id", "=", "due.id")
    .returning("t.id")
    .execute();
  return rows.map(({ id }) => id);
}
