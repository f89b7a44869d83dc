import type { Acted } from "@deskhand/contract/canned-responses";
import { sql } from "kysely";
import { lockTallies } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** Counts the use of a response on some tickets; one that was deleted meanwhile counts as well, and one that never was does not. */
export async function countResponseUse(tx: TenantTx, responseId: string, tickets: number): Promise<void> {
  if (tickets === 0) return;
  // A rule may be sending an automatic mail, or giving tickets out, in the same transaction.
  await lockTallies(tx);
  await tx
    .insertInto("canned_response_uses")
    .columns(["response_id", "month", "tickets"])
    .expression((eb) =>
      eb
        .selectFrom("canned_responses")
        .select(["id", sql<string>`date_trunc('month', now() at time zone 'UTC')::date`.as("month")])
        .select(sql<number>`${tickets}::int`.as("tickets"))
        .where("id", "=", responseId),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "response_id", "month"])
        .doUpdateSet({ tickets: sql<number>`canned_response_uses.tickets + excluded.tickets` }),
    )
    .execute();
}

/** On how many tickets each response was used, this month and ever, by its id. */
export async function selectUses(tx: TenantTx): Promise<Map<string, { thisMonth: number; ever: number }>> {
  const isNow = sql`month = date_trunc('month', now() at time zone 'UTC')::date`;
  const rows = await tx
    .selectFrom("canned_response_uses")
    .select("response_id as id")
    .select(sql<number>`sum(tickets)::int`.as("ever"))
    .select(sql<number>`coalesce(sum(tickets) filter (where ${isNow}), 0)::int`.as("thisMonth"))
    .groupBy("response_id")
    .execute();
  return new Map(rows.map(({ id, thisMonth, ever }) => [id, { thisMonth, ever }]));
}

/** Gives a response a person's key, or for null takes it away. */
export async function keepKey(tx: TenantTx, userId: string, responseId: string, key: string | null): Promise<void> {
  if (key === null) {
    await tx
      .deleteFrom("canned_response_keys")
      .where("user_id", "=", userId)
      .where("response_id", "=", responseId)
      .execute();
    return;
  }
  await tx
    .insertInto("canned_response_keys")
    .values({ user_id: userId, response_id: responseId, key })
    .onConflict((conflict) => conflict.columns(["client_id", "user_id", "response_id"]).doUpdateSet({ key }))
    .execute();
}

/** Selects another response that has a person's key; undefined if the key is free. */
export function selectKeyHolder(tx: TenantTx, userId: string, responseId: string, key: string) {
  return tx
    .selectFrom("canned_response_keys as k")
    .innerJoin("canned_responses as r", (join) =>
      join.onRef("r.client_id", "=", "k.client_id").onRef("r.id", "=", "k.response_id"),
    )
    .select(["r.id", "r.title"])
    .where("k.user_id", "=", userId)
    .where("k.key", "=", key)
    .where("k.response_id", "!=", responseId)
    .executeTakeFirst();
}

type RunKey = { key: string; firstTicketId: string };

/** Selects what an earlier request with a key did to its tickets, and who ran it. */
export function selectRun(tx: TenantTx, { key, firstTicketId }: RunKey) {
  return tx
    .selectFrom("macro_runs")
    .select(["run_by as runBy", sql<Acted[]>`results`.as("results")])
    .where("key", "=", key)
    .where("first_ticket_id", "=", firstTicketId)
    .executeTakeFirst();
}

/** Inserts what a request did to its tickets. */
export async function insertRun(
  tx: TenantTx,
  { key, firstTicketId }: RunKey,
  userId: string,
  results: readonly Acted[],
): Promise<void> {
  await tx
    .insertInto("macro_runs")
    .values({ key, first_ticket_id: firstTicketId, run_by: userId, results: JSON.stringify(results) })
    .execute();
}

/** Deletes what requests did more than a day ago. */
export async function deleteOldRuns(tx: TenantTx): Promise<void> {
  await tx.deleteFrom("macro_runs").where("ran_at", "<", sql<string>`now() - interval '1 day'`).execute();
}
