import type { TenantTx } from "../../platform/db/tenant.ts";

const beforeAll = "00000000-0000-0000-0000-000000000000";

/** Has the clocks of all tickets computed anew, soon after the transaction; from the start again if that is under way. */
export async function askForRefresh(tx: TenantTx): Promise<void> {
  await tx
    .insertInto("target_refreshes")
    .values({ after_ticket: beforeAll })
    .onConflict((conflict) => conflict.column("client_id").doUpdateSet({ after_ticket: beforeAll }))
    .execute();
}

/** The ticket after which the clocks are still to be computed anew; undefined where none are. Held until the transaction ends. */
export async function lockRefresh(tx: TenantTx): Promise<string | undefined> {
  const row = await tx.selectFrom("target_refreshes").select("after_ticket as after").forUpdate().executeTakeFirst();
  return row?.after;
}

/** Notes how far it is; null for the end. */
export async function saveRefresh(tx: TenantTx, after: string | null): Promise<void> {
  if (after === null) await tx.deleteFrom("target_refreshes").execute();
  else await tx.updateTable("target_refreshes").set({ after_ticket: after }).execute();
}

/** Locks the next tickets that have clocks or may get some, in the order of their ids. */
export async function lockTicketsAfter(tx: TenantTx, after: string, most: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("support_tickets as t")
    .select("t.id")
    .where("t.id", ">", after)
    .where("t.is_archived", "=", false)
    .orderBy("t.id")
    .limit(most)
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
