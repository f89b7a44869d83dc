import type { Quota } from "@deskhand/contract/admin/sending";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { messages } from "../asked.queries.ts";
import type { Standing } from "./quotas.ts";

const today = sql<string>`(now() at time zone 'UTC')::date`;
const columnOf = { first: "first_mails", reply: "replies" } as const satisfies Record<Quota, string>;
/** No level requires more. */
const maxWriters = 100;

/** Selects the store's age and how many people wrote to it. */
export function selectStanding(tx: TenantTx): Promise<Standing> {
  return tx
    .selectFrom("clients")
    .select(sql<number>`extract(epoch from now() - clients.created_at)::int / 86400`.as("age"))
    .select(messages.answer.writers(maxWriters).as("writers"))
    .executeTakeFirstOrThrow();
}

/** Selects the mails sent today, by quota. */
export async function selectSentToday(tx: TenantTx): Promise<Record<Quota, number>> {
  const row = await tx
    .selectFrom("sending_days")
    .select(["first_mails", "replies"])
    .where("day", "=", today)
    .executeTakeFirst();
  return { first: row?.first_mails ?? 0, reply: row?.replies ?? 0 };
}

/** Counts the day's sent and queued mails of a quota in one snapshot. */
export async function countTaken(tx: TenantTx, quota: Quota): Promise<number> {
  const row = await tx
    .selectNoFrom((eb) => [
      eb.selectFrom("sending_days").select(columnOf[quota]).where("day", "=", today).as("sent"),
      waitingOf(tx, quota).as("waiting"),
    ])
    .executeTakeFirstOrThrow();
  return (row.sent ?? 0) + (row.waiting ?? 0);
}

function waitingOf(tx: TenantTx, quota: Quota) {
  return tx
    .selectFrom("outgoing_mails")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "=", "queued")
    .where("quota", "=", quota)
    .where("counted_on", "is", null);
}

/** Counts the queued mails of a quota that were not counted yet. */
export async function countUncounted(tx: TenantTx, quota: Quota): Promise<number> {
  return (await waitingOf(tx, quota).executeTakeFirstOrThrow()).count;
}

/**
 * Counts one more of today's mails and returns their number; undefined, without counting, if the limit is reached. Concurrent callers
 * wait for this transaction.
 */
export async function countSent(tx: TenantTx, quota: Quota, limit: number): Promise<number | undefined> {
  const column = columnOf[quota];
  const row = await tx
    .insertInto("sending_days")
    .values({ day: today, [column]: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "day"])
        .doUpdateSet({ [column]: sql`${sql.ref(`sending_days.${column}`)} + 1` })
        .where(`sending_days.${column}`, "<", limit),
    )
    .returning(column)
    .executeTakeFirst();
  return row?.[column];
}

const maxHeld = 500;

/** Locks held mails that nobody else has locked, oldest first: one by its id, or those of a quota. */
export function lockHeld(tx: TenantTx, which: { id: string } | { quota: Quota }) {
  return tx
    .selectFrom("outgoing_mails")
    .select(["id", "quota"])
    .where("state", "=", "queued")
    .where("held_until", "is not", null)
    .where("counted_on", "is", null)
    .$if("id" in which, (query) => query.where("id", "=", "id" in which ? which.id : ""))
    .$if("quota" in which, (query) => query.where("quota", "=", "quota" in which ? which.quota : "first"))
    .orderBy("created_at")
    .limit(maxHeld)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Marks a mail as counted today. */
export async function markCounted(tx: TenantTx, id: string): Promise<void> {
  await tx
    .updateTable("outgoing_mails")
    .set({ counted_on: today, held_until: null, next_try_at: null, last_error: null })
    .where("id", "=", id)
    .execute();
}

/** Releases a held mail, as there are no limits any more. */
export async function clearHold(tx: TenantTx, id: string): Promise<void> {
  await tx
    .updateTable("outgoing_mails")
    .set({ held_until: null, next_try_at: null, last_error: null })
    .where("id", "=", id)
    .where("held_until", "is not", null)
    .execute();
}

/** Holds a mail until another day, with the reason. It counts as newly queued, as all its tries are still to come. */
export async function markHeld(
  tx: TenantTx,
  id: string,
  { until, nextTryAt, reason }: { until: Date; nextTryAt: Date; reason: string },
) {
  await tx
    .updateTable("outgoing_mails")
    .set({
      held_until: until.toISOString(),
      next_try_at: nextTryAt.toISOString(),
      last_error: reason,
      queued_at: sql<string>`clock_timestamp()`,
    })
    .where("id", "=", id)
    .execute();
}

/** Deletes the counts of days before yesterday. */
export async function deleteSendingDays(tx: TenantTx): Promise<void> {
  await tx.deleteFrom("sending_days").where("day", "<", sql<string>`${today} - 1`).execute();
}
